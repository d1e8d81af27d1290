/** Backups of the tasks of one machine, and migrations to other stores. */
@NullMarked
package dev.atf.local.keep;

import org.jspecify.annotations.NullMarked;
