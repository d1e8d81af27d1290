/** Executor as a process: its wiring, loops and shutdown. */
@NullMarked
package dev.atf.executor.process;

import org.jspecify.annotations.NullMarked;
