/** A bridge: the process that has the chores of a repository run as tasks. */
@NullMarked
package dev.atf.cli.chore.bridge;

import org.jspecify.annotations.NullMarked;
