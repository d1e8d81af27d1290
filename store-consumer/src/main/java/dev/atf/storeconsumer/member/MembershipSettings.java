package dev.atf.storeconsumer.member;

import java.time.Duration;

/**
 * @param interval between two beats
 * @param timeout time of silence after which a member is considered gone
 */
public record MembershipSettings(Duration interval, Duration timeout) {}
