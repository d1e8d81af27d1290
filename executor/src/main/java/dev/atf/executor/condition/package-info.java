/** Conditions outside of a task on which a handler blocks it. */
@NullMarked
package dev.atf.executor.condition;

import org.jspecify.annotations.NullMarked;
