package dev.atf.standalone.bench;

import java.time.Duration;

/**
 * How much the cost benchmark does.
 *
 * @param tasks of each kind, one after the other
 * @param load tasks that are there at once
 * @param longTask how long the tasks run whose heartbeats are counted
 * @param idle how long the idle cluster is watched
 */
public record CostOptions(
    int tasks, int load, Duration longTask, Duration idle, Duration pollInterval) {}
