package dev.atf.lab.bench.keys;

/**
 * One run of a handler.
 *
 * @param number of the task in its key
 * @param beganMicros of the wall clock, like {@code endedMicros}
 */
record Execution(
    int phase, int key, int number, boolean succeeded, long beganMicros, long endedMicros) {}
