/** Chores in a Git repository: bridges that have them run as tasks, and the commands about them. */
@NullMarked
package dev.atf.cli.chore;

import org.jspecify.annotations.NullMarked;
