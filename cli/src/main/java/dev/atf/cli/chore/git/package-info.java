/** One branch of a remote Git repository, by the {@code git} program; knows nothing of chores. */
@NullMarked
package dev.atf.cli.chore.git;

import org.jspecify.annotations.NullMarked;
