/** Keys and values of the embedded engine on disk, and the durability of their writes. */
@NullMarked
package dev.atf.store.embedded.database;

import org.jspecify.annotations.NullMarked;
