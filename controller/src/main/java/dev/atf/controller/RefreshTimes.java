package dev.atf.controller;

import java.time.Duration;

/**
 * Intervals between two requests for the lambdas' settings.
 *
 * @param known once all lambdas are registered
 * @param unknown while one of them is not registered yet
 */
record RefreshTimes(Duration known, Duration unknown) {}
