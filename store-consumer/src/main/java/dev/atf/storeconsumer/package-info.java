/**
 * Moves due tasks to queues: finds due tasks in the index, marks them, pushes references, and
 * recovers tasks that were pushed or claimed without further progress.
 *
 * <p>No class in this module can read a payload.
 */
@NullMarked
package dev.atf.storeconsumer;

import org.jspecify.annotations.NullMarked;
