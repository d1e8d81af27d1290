@NullMarked
package dev.atf.store.embedded.database;

import org.jspecify.annotations.NullMarked;
