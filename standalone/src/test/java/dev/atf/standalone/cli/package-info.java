/** Tests of the commands. */
@NullMarked
package dev.atf.standalone.cli;

import org.jspecify.annotations.NullMarked;
