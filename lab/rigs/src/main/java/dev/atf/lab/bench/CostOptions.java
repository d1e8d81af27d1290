package dev.atf.lab.bench;

import java.time.Duration;

/**
 * Amount of work that the cost benchmark does.
 *
 * @param tasks of each kind, one after the other
 * @param load tasks that are there at once
 * @param longTask run time of the tasks whose heartbeats are counted
 * @param idle time for which the idle cluster is watched
 */
public record CostOptions(
    int tasks, int load, Duration longTask, Duration idle, Duration pollInterval) {}
