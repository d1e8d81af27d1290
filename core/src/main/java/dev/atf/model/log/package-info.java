/** Logs of attempts. */
@NullMarked
package dev.atf.model.log;

import org.jspecify.annotations.NullMarked;
