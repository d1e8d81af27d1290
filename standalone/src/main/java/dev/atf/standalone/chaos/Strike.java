package dev.atf.standalone.chaos;

import java.time.Duration;

/**
 * A fault and its time.
 *
 * @param at since the beginning of the run
 */
record Strike(Duration at, Fault fault) {}
