/** Store in memory, for tests and for the simulator. */
@NullMarked
package dev.atf.store.memory;

import org.jspecify.annotations.NullMarked;
