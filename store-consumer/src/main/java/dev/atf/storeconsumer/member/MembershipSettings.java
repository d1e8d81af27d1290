package dev.atf.storeconsumer.member;

import java.time.Duration;

/**
 * @param interval between two beats
 * @param timeout a member that is silent for so long is considered gone
 */
public record MembershipSettings(Duration interval, Duration timeout) {}
