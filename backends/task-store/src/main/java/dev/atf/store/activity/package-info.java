/** Counts and delays of tasks, interval by interval. */
@NullMarked
package dev.atf.store.activity;

import org.jspecify.annotations.NullMarked;
