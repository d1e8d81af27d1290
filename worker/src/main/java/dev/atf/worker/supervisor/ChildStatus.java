package dev.atf.worker.supervisor;

import java.time.Instant;

/**
 * One running executor, as operators see it.
 *
 * @param index among the executors of its lambda, from 0
 * @param restarts how often its place was filled again after a death
 */
public record ChildStatus(long pid, String lambda, int index, Instant startedAt, int restarts) {}
