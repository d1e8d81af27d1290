/** Jobs: graphs of steps, each a task of some lambda, with compensation (ADR 0034). Pure. */
@NullMarked
package dev.atf.plans.job;

import org.jspecify.annotations.NullMarked;
