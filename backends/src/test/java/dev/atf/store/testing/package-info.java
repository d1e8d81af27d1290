/** Stores in memory that fail as a test plans it, for the tests of the modules that use a store. */
@NullMarked
package dev.atf.store.testing;

import org.jspecify.annotations.NullMarked;
