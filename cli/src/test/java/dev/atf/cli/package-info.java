/** Tests of the commands. */
@NullMarked
package dev.atf.cli;

import org.jspecify.annotations.NullMarked;
