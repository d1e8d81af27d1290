package dev.atf.infra.constructs.worker;

import java.time.Duration;

/**
 * Scaling of worker hosts.
 *
 * @param hostsMin minimal number; 0: nothing runs or costs while there is no work
 * @param backlogPerHost references of one lambda that may wait in its queues for each host
 * @param dueAgeMax time for which due tasks may wait in the store behind a full queue
 */
public record WorkerScaling(int hostsMin, int hostsMax, int backlogPerHost, Duration dueAgeMax) {}
