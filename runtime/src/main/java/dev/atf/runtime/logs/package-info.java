/** Log lines that programs can read, and the default logging configuration. */
@NullMarked
package dev.atf.runtime.logs;

import org.jspecify.annotations.NullMarked;
