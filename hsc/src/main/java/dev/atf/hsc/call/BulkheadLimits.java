package dev.atf.hsc.call;

/**
 * Maximum work of one bulkhead under way at a time.
 *
 * @param writesMax requests to the store
 * @param callsMax calls; others are refused
 */
public record BulkheadLimits(int writesMax, int callsMax) {}
