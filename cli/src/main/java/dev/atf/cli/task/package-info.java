/** Commands on tasks. */
@NullMarked
package dev.atf.cli.task;

import org.jspecify.annotations.NullMarked;
