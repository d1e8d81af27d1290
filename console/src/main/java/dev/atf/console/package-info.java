/** The web console: its files, and how they are served. */
@NullMarked
package dev.atf.console;

import org.jspecify.annotations.NullMarked;
