/** Readers of plans' records of format 1; the package goes with {@code embedded.legacy}. */
@NullMarked
package dev.atf.store.embedded.legacy.plans;

import org.jspecify.annotations.NullMarked;
