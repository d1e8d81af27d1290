package dev.atf.lab.bench.workload;

import java.time.Duration;
import java.util.List;

/**
 * Amount of work of each workload in one run.
 *
 * @param schedules calls of each number of clients; as many jobs in batches
 * @param tasks that are drained
 * @param waiting future jobs that wait while others are drained, one case each; ascending
 * @param rate jobs a second that are scheduled ahead
 * @param duration time for which they are scheduled
 * @param backlog jobs that urgent ones overtake
 * @param urgent of these
 * @param express jobs that are due at once, one at a time
 */
public record Sizes(
    int schedules,
    int tasks,
    List<Integer> waiting,
    int rate,
    Duration duration,
    int backlog,
    int urgent,
    int express) {
  public Sizes {
    waiting = waiting.stream().sorted().toList();
  }
}
