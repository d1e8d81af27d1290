/** Periodic tasks: definition, listing, triggering and backfilling their fires. */
@NullMarked
package dev.atf.frontend.plans.periodic;

import org.jspecify.annotations.NullMarked;
