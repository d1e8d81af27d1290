package dev.atf.hsc.lambda;

import java.time.Duration;

/**
 * Interval between two readings of the registered lambdas and the gates.
 *
 * @param interval a changed setting is in force everywhere after about this time
 */
public record LambdaRefresh(Duration interval) {}
