package dev.atf.infra.constructs.service;

import software.amazon.awscdk.services.ecs.CpuArchitecture;

/**
 * Settings that the tasks of a cluster have in common.
 *
 * @param logRetentionDays days for which logs are kept, those of the network too
 * @param collectorImage of the metrics collector beside each container
 * @param architecture architecture of tasks on Fargate, and of their images
 */
public record TaskDefaults(
    int logRetentionDays, String collectorImage, CpuArchitecture architecture) {}
