/** Recovery after an outage: the end of leases is delayed, and then starts slowly. */
@NullMarked
package dev.atf.storeconsumer.recovery;

import org.jspecify.annotations.NullMarked;
