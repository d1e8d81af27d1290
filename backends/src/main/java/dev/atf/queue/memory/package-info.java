/** Queues in this process, for one machine and for tests. */
@NullMarked
package dev.atf.queue.memory;

import org.jspecify.annotations.NullMarked;
