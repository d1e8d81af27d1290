/** Counts and delays of tasks by interval. */
@NullMarked
package dev.atf.store.activity;

import org.jspecify.annotations.NullMarked;
