/** Chores in a Git repository: the bridges that run them as tasks, and the commands about them. */
@NullMarked
package dev.atf.cli.chore;

import org.jspecify.annotations.NullMarked;
