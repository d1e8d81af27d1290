/** Input and output of commands: tables, JSON, progress and bounds of options. */
@NullMarked
package dev.atf.standalone.cli.output;

import org.jspecify.annotations.NullMarked;
