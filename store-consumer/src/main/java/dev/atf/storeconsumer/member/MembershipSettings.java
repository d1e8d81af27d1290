package dev.atf.storeconsumer.member;

import java.time.Duration;

/**
 * Settings of the heartbeats.
 *
 * @param interval time between two heartbeats
 * @param timeout time of silence after which a member is considered gone
 */
public record MembershipSettings(Duration interval, Duration timeout) {}
