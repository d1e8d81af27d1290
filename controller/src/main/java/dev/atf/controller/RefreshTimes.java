package dev.atf.controller;

import java.time.Duration;

/**
 * When the lambdas' settings are asked for.
 *
 * @param known between two looks once all lambdas are known
 * @param unknown the same while one of them is not registered yet
 */
record RefreshTimes(Duration known, Duration unknown) {}
