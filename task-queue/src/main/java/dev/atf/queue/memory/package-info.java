/** The queues in memory: for tests and for the simulator. */
@NullMarked
package dev.atf.queue.memory;

import org.jspecify.annotations.NullMarked;
