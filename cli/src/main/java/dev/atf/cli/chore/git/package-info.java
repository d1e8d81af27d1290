/**
 * Access to one branch of a remote Git repository with the {@code git} program, independent of
 * chores.
 */
@NullMarked
package dev.atf.cli.chore.git;

import org.jspecify.annotations.NullMarked;
