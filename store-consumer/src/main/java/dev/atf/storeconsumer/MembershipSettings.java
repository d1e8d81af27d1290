package dev.atf.storeconsumer;

import java.time.Duration;

/**
 * @param interval between two beats
 * @param timeout a member that has not beaten for so long is taken for gone
 */
record MembershipSettings(Duration interval, Duration timeout) {}
