/** Wiring and life cycle of a process that is one service. */
@NullMarked
package dev.atf.runtime.process;

import org.jspecify.annotations.NullMarked;
