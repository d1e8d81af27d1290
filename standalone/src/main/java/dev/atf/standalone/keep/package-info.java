/** Backups of the tasks of one machine, and their moves to other stores. */
@NullMarked
package dev.atf.standalone.keep;

import org.jspecify.annotations.NullMarked;
