/** Recovery after an outage: alarms are held and then released step by step. */
@NullMarked
package dev.atf.storeconsumer.recovery;

import org.jspecify.annotations.NullMarked;
