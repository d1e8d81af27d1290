/** Built-in lambdas, which need no owner: {@code command} and {@code http}. */
@NullMarked
package dev.atf.worker.builtin;

import org.jspecify.annotations.NullMarked;
