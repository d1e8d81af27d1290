/** Bridge, which is a process that runs the chores of a repository as tasks. */
@NullMarked
package dev.atf.cli.chore.bridge;

import org.jspecify.annotations.NullMarked;
