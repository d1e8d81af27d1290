package dev.atf.hsc.lambda;

import java.time.Duration;

/**
 * How often the registered lambdas and the gates are read.
 *
 * @param interval a changed setting is in force everywhere after about this time
 */
public record LambdaRefresh(Duration interval) {}
