/** Plans, which make tasks over time. One row each, with a version and an alarm (ADR 0030). */
@NullMarked
package dev.atf.plans.row;

import org.jspecify.annotations.NullMarked;
