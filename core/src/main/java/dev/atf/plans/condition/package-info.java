/**
 * Conditions for which tasks of a lambda wait: the tasks are blocked, a test checks when they can
 * run, and they are released on a ramp (ADR 0088).
 */
@NullMarked
package dev.atf.plans.condition;

import org.jspecify.annotations.NullMarked;
