/** Commands on tasks. */
@NullMarked
package dev.atf.standalone.cli.task;

import org.jspecify.annotations.NullMarked;
