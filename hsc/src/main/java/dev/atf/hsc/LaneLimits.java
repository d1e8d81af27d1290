package dev.atf.hsc;

/**
 * What one lane may have under way at a time.
 *
 * @param writesMax requests to the store
 * @param callsMax calls; others are refused
 */
record LaneLimits(int writesMax, int callsMax) {}
