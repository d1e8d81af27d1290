package dev.atf.storeconsumer.release;

import java.time.Duration;

/**
 * @param interval time between two polls of all partitions
 * @param lookAhead how far ahead due tasks are read; at least an interval
 * @param pageSize number of entries that one read of the index returns
 * @param turnTime a turn that has lasted so long leaves the rest to the next one
 * @param cutPause how soon a list is read again of which a queue could not take all
 */
public record PollSettings(
    Duration interval, Duration lookAhead, int pageSize, Duration turnTime, Duration cutPause) {}
