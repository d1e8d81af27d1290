/**
 * Readers of the texts in which stores kept plans before {@code stored_plans.proto} (ADR 0058).
 * Nothing writes them any more: the package goes when no store has any.
 */
@NullMarked
package dev.atf.store.plans.legacy;

import org.jspecify.annotations.NullMarked;
