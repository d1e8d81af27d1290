/**
 * Store of tasks: one small port for each use by a service, and two implementations that one
 * contract suite holds to the same behaviour.
 *
 * <p>All calls block. All are safe to use from many threads. Instants are kept to the millisecond,
 * and those at which an item may be deleted to the second; finer parts are cut off.
 */
@NullMarked
package dev.atf.store;

import org.jspecify.annotations.NullMarked;
