package dev.atf.storeconsumer.member;

import java.time.Duration;

/**
 * @param interval between two beats
 * @param timeout a member that has not beaten for so long is taken for gone
 */
public record MembershipSettings(Duration interval, Duration timeout) {}
