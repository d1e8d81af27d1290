/** Spans that are made by the SDK of OpenTelemetry and delivered to a collector. */
@NullMarked
package dev.atf.runtime.otlp;

import org.jspecify.annotations.NullMarked;
