/** Logs of attempts, on their way to the HSC. */
@NullMarked
package dev.atf.executor.core.log;

import org.jspecify.annotations.NullMarked;
