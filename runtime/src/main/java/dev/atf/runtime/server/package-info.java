/** Settings of the port of a process, and the port itself. */
@NullMarked
package dev.atf.runtime.server;

import org.jspecify.annotations.NullMarked;
