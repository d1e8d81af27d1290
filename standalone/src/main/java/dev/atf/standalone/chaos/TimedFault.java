package dev.atf.standalone.chaos;

import java.time.Duration;

/**
 * A fault and its time.
 *
 * @param at since the beginning of the run
 */
record TimedFault(Duration at, Fault fault) {}
