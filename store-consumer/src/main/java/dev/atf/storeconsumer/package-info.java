/**
 * Moves due tasks to queues: finds due tasks in the index, marks them, pushes references, and
 * recovers tasks that were pushed or claimed and then silent.
 *
 * <p>Nothing here can see a payload.
 */
@NullMarked
package dev.atf.storeconsumer;

import org.jspecify.annotations.NullMarked;
