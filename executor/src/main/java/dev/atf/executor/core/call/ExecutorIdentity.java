package dev.atf.executor.core.call;

/**
 * Who this process is to the others.
 *
 * @param executorId host, process and a nonce of this start: unique for each start
 * @param lambda the one that it serves
 */
public record ExecutorIdentity(String executorId, String lambda) {}
