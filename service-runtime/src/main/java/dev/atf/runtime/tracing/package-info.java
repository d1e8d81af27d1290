/** Spans of a process, by OpenTelemetry: where they come from and where they go. */
@NullMarked
package dev.atf.runtime.tracing;

import org.jspecify.annotations.NullMarked;
