/**
 * Public service: Schedule and queries, and the registry of lambdas. Adapters are {@link
 * dev.atf.frontend.TaskRpc} and {@link dev.atf.frontend.lambda.LambdaRpc}; behind them are
 * decisions without I/O and straight lines of store calls.
 */
@NullMarked
package dev.atf.frontend;

import org.jspecify.annotations.NullMarked;
