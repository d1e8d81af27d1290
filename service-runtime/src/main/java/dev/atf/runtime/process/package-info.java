/** Wiring and life of a process that is one service. */
@NullMarked
package dev.atf.runtime.process;

import org.jspecify.annotations.NullMarked;
