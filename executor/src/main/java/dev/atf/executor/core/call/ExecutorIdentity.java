package dev.atf.executor.core.call;

/**
 * Identity of this process towards other services.
 *
 * @param executorId id made of host, process and a random number; unique for each start
 * @param lambda lambda that it serves
 * @param threads number of threads that run its handlers
 */
public record ExecutorIdentity(String executorId, String lambda, int threads) {}
