/** Explains why a task does not run or why it ended: the facts first, and then the reasons. */
@NullMarked
package dev.atf.frontend.explain;

import org.jspecify.annotations.NullMarked;
