/** Stored states of plans, with a codec for each kind (ADR 0030). */
@NullMarked
package dev.atf.store.plans;

import org.jspecify.annotations.NullMarked;
