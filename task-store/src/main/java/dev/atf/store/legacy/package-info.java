/**
 * Readers of the texts in which stores kept children and origins before {@code stored.proto} (ADR
 * 0058). Nothing writes them any more: the package goes when no store has any.
 */
@NullMarked
package dev.atf.store.legacy;

import org.jspecify.annotations.NullMarked;
