/** Log of the executions of handlers, its reader, and executors that keep it. */
@NullMarked
package dev.atf.lab.execution;

import org.jspecify.annotations.NullMarked;
