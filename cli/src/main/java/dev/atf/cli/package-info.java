/** The command line: {@code ./atf <command>}. */
@NullMarked
package dev.atf.cli;

import org.jspecify.annotations.NullMarked;
