/** Logs of attempts. */
@NullMarked
package dev.atf.hsc.log;

import org.jspecify.annotations.NullMarked;
