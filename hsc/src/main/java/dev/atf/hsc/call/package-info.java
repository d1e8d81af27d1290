/** Limits on calls, writes that are repeated until their outcome is known, and metrics. */
@NullMarked
package dev.atf.hsc.call;

import org.jspecify.annotations.NullMarked;
