package dev.atf.storeconsumer.release;

import java.time.Duration;

/**
 * Settings of a poll.
 *
 * @param interval time between two polls of all partitions
 * @param lookAhead how far ahead due tasks are read; at least an interval
 * @param pageSize number of entries that one read of the index returns
 * @param turnTime maximum duration of a turn; the remaining lists follow in the next one
 * @param cutPause pause before re-reading a list that was cut short because its queue was full
 */
public record PollSettings(
    Duration interval, Duration lookAhead, int pageSize, Duration turnTime, Duration cutPause) {}
