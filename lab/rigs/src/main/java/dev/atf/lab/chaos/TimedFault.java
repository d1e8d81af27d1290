package dev.atf.lab.chaos;

import java.time.Duration;

/**
 * Fault and its time.
 *
 * @param at time since the beginning of the run
 */
record TimedFault(Duration at, Fault fault) {}
