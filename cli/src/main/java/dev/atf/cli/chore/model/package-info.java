/** Chores, their files, and the tasks that run them. */
@NullMarked
package dev.atf.cli.chore.model;

import org.jspecify.annotations.NullMarked;
