/** Rows: small definitions of one kind, which every engine stores in the same way (ADR 0101). */
@NullMarked
package dev.atf.store.rows;

import org.jspecify.annotations.NullMarked;
