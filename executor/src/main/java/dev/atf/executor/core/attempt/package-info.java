/** Attempts that this process holds: their handlers, payloads, results and notes. */
@NullMarked
package dev.atf.executor.core.attempt;

import org.jspecify.annotations.NullMarked;
