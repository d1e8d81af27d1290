/** Commands that follow what happens to tasks. */
@NullMarked
package dev.atf.cli.event;

import org.jspecify.annotations.NullMarked;
