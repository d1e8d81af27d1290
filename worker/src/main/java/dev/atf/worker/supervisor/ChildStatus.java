package dev.atf.worker.supervisor;

import java.time.Instant;

/**
 * Status of one running executor, for display.
 *
 * @param index index among the executors of its lambda, from 0
 * @param restarts number of times that its place was filled again after a death
 */
public record ChildStatus(long pid, String lambda, int index, Instant startedAt, int restarts) {}
