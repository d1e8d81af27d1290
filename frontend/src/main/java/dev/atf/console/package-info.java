/** The web console's files and the service for them. */
@NullMarked
package dev.atf.console;

import org.jspecify.annotations.NullMarked;
