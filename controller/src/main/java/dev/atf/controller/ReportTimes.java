package dev.atf.controller;

import java.time.Duration;

/**
 * Time limits of reports of deaths.
 *
 * @param timeout of one call
 */
record ReportTimes(Duration timeout) {}
