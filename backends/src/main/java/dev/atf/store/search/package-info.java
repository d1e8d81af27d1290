/** Index of tasks by labels and collections. */
@NullMarked
package dev.atf.store.search;

import org.jspecify.annotations.NullMarked;
