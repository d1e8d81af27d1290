/** Settings of the port of a process, and the port. */
@NullMarked
package dev.atf.runtime.server;

import org.jspecify.annotations.NullMarked;
