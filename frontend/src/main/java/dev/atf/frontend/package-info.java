/**
 * Public service: Schedule, queries, and the registry of lambdas. The adapters {@link
 * dev.atf.frontend.TaskRpc} and {@link dev.atf.frontend.lambda.LambdaRpc} call decisions without
 * I/O and services that make store calls in a straight line.
 */
@NullMarked
package dev.atf.frontend;

import org.jspecify.annotations.NullMarked;
