/**
 * Conditions that tasks of a lambda wait for: blocked, tested, and released on a ramp (ADR 0088).
 */
@NullMarked
package dev.atf.plans.condition;

import org.jspecify.annotations.NullMarked;
