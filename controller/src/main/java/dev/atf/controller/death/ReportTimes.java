package dev.atf.controller.death;

import java.time.Duration;

/**
 * How long reports of deaths may take.
 *
 * @param timeout of one call
 */
public record ReportTimes(Duration timeout) {}
