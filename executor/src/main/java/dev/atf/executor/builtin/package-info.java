/** The lambdas that need no owner: {@code command} and {@code http}. */
@NullMarked
package dev.atf.executor.builtin;

import org.jspecify.annotations.NullMarked;
