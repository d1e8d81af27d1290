/** Index of tasks by what their clients know of them. */
@NullMarked
package dev.atf.store.search;

import org.jspecify.annotations.NullMarked;
