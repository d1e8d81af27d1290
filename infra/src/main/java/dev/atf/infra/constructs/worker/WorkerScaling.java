package dev.atf.infra.constructs.worker;

import java.time.Duration;

/**
 * When worker hosts are added and taken away.
 *
 * @param hostsMin 0: nothing runs, and nothing is paid, while there is no work
 * @param backlogPerHost references that may wait in the queues for each host
 * @param dueAgeMax how long due tasks may wait in the store behind a full queue
 */
public record WorkerScaling(int hostsMin, int hostsMax, int backlogPerHost, Duration dueAgeMax) {}
