package dev.atf.hsc.member;

import java.time.Duration;

/**
 * Timing of the heartbeats of this process.
 *
 * @param interval a process that is silent for some of these is considered gone
 */
public record HeartbeatTimes(Duration interval) {}
