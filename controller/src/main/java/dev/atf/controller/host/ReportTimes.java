package dev.atf.controller.host;

import java.time.Duration;

/**
 * Time limits of reports of deaths.
 *
 * @param timeout of one call
 */
public record ReportTimes(Duration timeout) {}
