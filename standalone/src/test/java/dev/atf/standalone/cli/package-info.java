/** The commands say what they promise. */
@NullMarked
package dev.atf.standalone.cli;

import org.jspecify.annotations.NullMarked;
