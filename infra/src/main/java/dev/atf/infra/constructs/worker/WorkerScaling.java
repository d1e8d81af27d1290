package dev.atf.infra.constructs.worker;

import java.time.Duration;

/**
 * Scaling of worker hosts.
 *
 * @param hostsMin minimum number of hosts; with 0, nothing runs or costs money while there is no
 *     work
 * @param hostsMax maximum number of hosts
 * @param backlogPerHost number of references of one lambda that may wait in its queues for each
 *     host
 * @param dueAgeMax maximum time that due tasks may wait in the store behind a full queue
 */
public record WorkerScaling(int hostsMin, int hostsMax, int backlogPerHost, Duration dueAgeMax) {}
