/** Tests of the outbox on a real PostgreSQL, with processes killed. */
@NullMarked
package dev.atf.e2e.outbox;

import org.jspecify.annotations.NullMarked;
