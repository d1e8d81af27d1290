/** Conditions outside of a task, for which it waits without spending an attempt (ADR 0088). */
@NullMarked
package dev.atf.model.condition;

import org.jspecify.annotations.NullMarked;
