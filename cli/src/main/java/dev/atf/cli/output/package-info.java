/** Input and output of commands: tables, JSON, progress and bounds of options. */
@NullMarked
package dev.atf.cli.output;

import org.jspecify.annotations.NullMarked;
