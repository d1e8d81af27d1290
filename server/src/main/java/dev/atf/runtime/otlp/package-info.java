/** Spans that the SDK of OpenTelemetry creates and delivers to a collector. */
@NullMarked
package dev.atf.runtime.otlp;

import org.jspecify.annotations.NullMarked;
