package dev.atf.lab.bench.contender;

import dev.atf.client.AtfClient;
import dev.atf.client.BatchOutcome;
import dev.atf.client.TaskSpec;
import dev.atf.lab.bench.workload.Job;
import java.util.List;

/** Jobs of workloads as tasks of ATF. */
final class TaskSpecs {
  private static final String CONTENT_TYPE = "application/octet-stream";
  private static final String URGENT = "high";
  private static final String NOT_URGENT = "low";

  private TaskSpecs() {}

  static TaskSpec of(Job job) {
    return TaskSpec.ofBytes(job.kind(), job.payload(), CONTENT_TYPE)
        .priority(job.urgent() ? URGENT : NOT_URGENT)
        .at(job.dueAt());
  }

  /**
   * Schedules jobs in one batch.
   *
   * @throws dev.atf.client.AtfException if any of them was refused
   */
  static void scheduleAll(AtfClient client, List<Job> jobs) {
    for (var outcome : client.scheduleBatch(jobs.stream().map(TaskSpecs::of).toList())) {
      if (outcome instanceof BatchOutcome.Refused refused) {
        throw refused.error();
      }
    }
  }
}
