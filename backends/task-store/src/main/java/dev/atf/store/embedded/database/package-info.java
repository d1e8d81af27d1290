/** Keys and values of the embedded engine on disk, and when writes to them are durable. */
@NullMarked
package dev.atf.store.embedded.database;

import org.jspecify.annotations.NullMarked;
