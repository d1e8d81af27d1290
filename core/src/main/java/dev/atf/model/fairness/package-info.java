/** Fairness among the tasks of one lambda, by key (ADR 0080). */
@NullMarked
package dev.atf.model.fairness;

import org.jspecify.annotations.NullMarked;
