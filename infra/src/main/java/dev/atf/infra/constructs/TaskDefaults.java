package dev.atf.infra.constructs;

/**
 * Settings that the tasks of a cluster have in common.
 *
 * @param logRetentionDays days for which logs are kept, those of the network too
 * @param collectorImage of the metrics collector beside each container
 */
public record TaskDefaults(int logRetentionDays, String collectorImage) {}
