package dev.atf.hsc.call;

/**
 * What one bulkhead may have under way at a time.
 *
 * @param writesMax requests to the store
 * @param callsMax calls; others are refused
 */
public record BulkheadLimits(int writesMax, int callsMax) {}
