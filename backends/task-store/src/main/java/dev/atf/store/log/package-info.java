/** Who follows the logs of attempts. */
@NullMarked
package dev.atf.store.log;

import org.jspecify.annotations.NullMarked;
