/**
 * Readers of the records of format 1, for the migration to today's (ADR 0058). Nothing writes them
 * any more: the package goes when no directory has any.
 */
@NullMarked
package dev.atf.store.embedded.legacy;

import org.jspecify.annotations.NullMarked;
