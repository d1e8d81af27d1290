/** Periodic tasks: their times and the decisions that follow (ADR 0031). No I/O, no clock. */
@NullMarked
package dev.atf.plans.periodic;

import org.jspecify.annotations.NullMarked;
