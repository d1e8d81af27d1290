/** What a chore is, how its files are read and written, and the task that runs it. */
@NullMarked
package dev.atf.cli.chore.model;

import org.jspecify.annotations.NullMarked;
