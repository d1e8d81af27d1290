/** Calls about conditions, and what tasks tell of theirs. */
@NullMarked
package dev.atf.frontend.plans.condition;

import org.jspecify.annotations.NullMarked;
