package dev.atf.controller;

import java.time.Duration;
import java.util.Optional;

/**
 * Work of one lambda that executors ask for.
 *
 * @param waiting calls that wait for it
 * @param handedOut attempts since this controller started
 * @param askedAgo time since the last call; empty if there was none
 */
record Demand(int waiting, long handedOut, Optional<Duration> askedAgo) {}
