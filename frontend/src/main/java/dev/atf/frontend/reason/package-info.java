/** Reasons for the state of a task. */
@NullMarked
package dev.atf.frontend.reason;

import org.jspecify.annotations.NullMarked;
