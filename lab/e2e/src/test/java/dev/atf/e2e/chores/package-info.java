/** Chores of a Git repository, with bridges that are killed. */
@NullMarked
package dev.atf.e2e.chores;

import org.jspecify.annotations.NullMarked;
