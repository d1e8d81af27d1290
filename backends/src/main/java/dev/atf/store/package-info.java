/**
 * Store of tasks, with one small port for each use by a service. A contract suite checks that all
 * implementations behave the same.
 *
 * <p>All calls block and are thread-safe. Instants are stored in milliseconds, and times of expiry
 * in seconds; finer parts are cut off.
 */
@NullMarked
package dev.atf.store;

import org.jspecify.annotations.NullMarked;
