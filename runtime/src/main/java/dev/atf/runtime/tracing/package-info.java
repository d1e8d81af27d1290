/** Spans of a process, by the API of OpenTelemetry alone. */
@NullMarked
package dev.atf.runtime.tracing;

import org.jspecify.annotations.NullMarked;
