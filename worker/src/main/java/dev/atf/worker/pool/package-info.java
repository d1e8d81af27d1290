/** Decisions on the number of executor processes of a lambda on a host. */
@NullMarked
package dev.atf.worker.pool;

import org.jspecify.annotations.NullMarked;
