/** Sending of the logs of attempts to the HSC. */
@NullMarked
package dev.atf.executor.core.log;

import org.jspecify.annotations.NullMarked;
