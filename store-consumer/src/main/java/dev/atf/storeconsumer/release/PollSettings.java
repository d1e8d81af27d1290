package dev.atf.storeconsumer.release;

import java.time.Duration;

/**
 * @param interval between two rounds over all partitions
 * @param lookAhead how far ahead due tasks are read; at least an interval
 * @param pageSize of one reading of the index
 * @param turnTime a turn that has lasted so long leaves the rest to the next one
 * @param cutPause how soon a list is read again of which a queue could not take all
 */
public record PollSettings(
    Duration interval, Duration lookAhead, int pageSize, Duration turnTime, Duration cutPause) {}
