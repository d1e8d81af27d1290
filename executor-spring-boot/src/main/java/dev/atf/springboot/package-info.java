/** Serves the handlers that are beans, and makes the client one. */
@NullMarked
package dev.atf.springboot;

import org.jspecify.annotations.NullMarked;
