/**
 * Jobs: graphs of steps with compensation, in which each step is a task of a lambda (ADR 0034). The
 * code is free of I/O.
 */
@NullMarked
package dev.atf.plans.job;

import org.jspecify.annotations.NullMarked;
