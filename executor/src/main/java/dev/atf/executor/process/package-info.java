/** The executor as a process: its wiring, loops and end. */
@NullMarked
package dev.atf.executor.process;

import org.jspecify.annotations.NullMarked;
