/** Commands about input and output files of tasks. */
@NullMarked
package dev.atf.cli.resource;

import org.jspecify.annotations.NullMarked;
