/** Loops, their steps and threads, and the monotonic clock that they use. */
@NullMarked
package dev.atf.runtime.loop;

import org.jspecify.annotations.NullMarked;
