/**
 * Periodic tasks: their times and the decisions about them, without I/O and without a clock (ADR
 * 0031).
 */
@NullMarked
package dev.atf.plans.periodic;

import org.jspecify.annotations.NullMarked;
