/** Number of executor processes that a lambda has on a host, by its load. */
@NullMarked
package dev.atf.worker.pool;

import org.jspecify.annotations.NullMarked;
