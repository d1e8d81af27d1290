/**
 * Store of tasks: one small port for each use by a service, and implementations whose equal
 * behaviour one contract suite checks.
 *
 * <p>All calls block, and all are thread-safe. Instants are stored in milliseconds, and times of
 * expiry in seconds; finer parts are cut off.
 */
@NullMarked
package dev.atf.store;

import org.jspecify.annotations.NullMarked;
