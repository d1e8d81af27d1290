package dev.atf.executor.core.call;

/**
 * Identity of this process towards other services.
 *
 * @param executorId host, process and a nonce of this start: unique for each start
 * @param lambda the one that it serves
 * @param threads that run its handlers
 */
public record ExecutorIdentity(String executorId, String lambda, int threads) {}
