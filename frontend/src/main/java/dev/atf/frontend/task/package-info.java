/** Queries and changes of tasks: views, lists, cancels, reschedules and redrives. */
@NullMarked
package dev.atf.frontend.task;

import org.jspecify.annotations.NullMarked;
