/** Spans of a process, using only the API of OpenTelemetry. */
@NullMarked
package dev.atf.runtime.tracing;

import org.jspecify.annotations.NullMarked;
