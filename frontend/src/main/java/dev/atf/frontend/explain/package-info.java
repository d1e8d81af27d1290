/** Explanation of why a task does not run, or why it ended: facts first, then one reason. */
@NullMarked
package dev.atf.frontend.explain;

import org.jspecify.annotations.NullMarked;
