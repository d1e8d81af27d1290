/** Keys and values of the embedded engine on disk, and the writes that make them durable. */
@NullMarked
package dev.atf.store.embedded.database;

import org.jspecify.annotations.NullMarked;
