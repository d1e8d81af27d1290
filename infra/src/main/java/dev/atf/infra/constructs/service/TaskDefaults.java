package dev.atf.infra.constructs.service;

import software.amazon.awscdk.services.ecs.CpuArchitecture;

/**
 * Settings that the tasks of a cluster have in common.
 *
 * @param logRetentionDays number of days for which logs are kept, including those of the network
 * @param collectorImage image of the metrics collector next to each container
 * @param architecture architecture of tasks on Fargate, and of their images
 */
public record TaskDefaults(
    int logRetentionDays, String collectorImage, CpuArchitecture architecture) {}
