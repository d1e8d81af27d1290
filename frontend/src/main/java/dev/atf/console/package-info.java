/** Files of the web console, and the service that serves them. */
@NullMarked
package dev.atf.console;

import org.jspecify.annotations.NullMarked;
