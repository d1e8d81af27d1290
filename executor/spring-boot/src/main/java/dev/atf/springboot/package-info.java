/** Serves handlers that are beans, and provides the client as a bean. */
@NullMarked
package dev.atf.springboot;

import org.jspecify.annotations.NullMarked;
