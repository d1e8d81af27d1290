/** How log lines are written for programs. */
@NullMarked
package dev.atf.runtime.logs;

import org.jspecify.annotations.NullMarked;
