package dev.atf.hsc.heartbeat;

import java.time.Duration;

/**
 * How often this process says that it lives.
 *
 * @param interval whoever has not been heard of for some of these is taken for gone
 */
public record HeartbeatTimes(Duration interval) {}
