package dev.atf.hsc.call;

/**
 * What one lane may have under way at a time.
 *
 * @param writesMax requests to the store
 * @param callsMax calls; others are refused
 */
public record LaneLimits(int writesMax, int callsMax) {}
