/**
 * Moves due tasks to queues: finds what is due in the index, marks it, pushes a reference, and
 * looks after whatever was pushed or claimed and not heard of again.
 *
 * <p>Nothing here can see a payload.
 */
@NullMarked
package dev.atf.storeconsumer;

import org.jspecify.annotations.NullMarked;
