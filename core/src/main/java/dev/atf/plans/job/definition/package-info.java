/** Definitions of jobs: steps, fan-out, compensation and failure policies. */
@NullMarked
package dev.atf.plans.job.definition;

import org.jspecify.annotations.NullMarked;
