package dev.atf.controller.host;

import java.time.Duration;

/**
 * How long reports of deaths may take.
 *
 * @param timeout of one call
 */
public record ReportTimes(Duration timeout) {}
