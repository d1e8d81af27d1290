package dev.atf.simulation.check;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.row.PlanId;
import java.util.OptionalInt;

/**
 * State of one task of a job. Its times are positions in a history.
 *
 * @param task its latest version
 * @param createdAt when it was created
 * @param claimedAt when it was claimed last; 0: never
 * @param keptAt like {@code claimedAt}, without claims that were returned unused
 * @param endedAt when it ended; 0: not yet
 * @param items number of items of the array that its success returned; empty if it returned none
 */
record JobTask(
    PlanId job,
    JobMember member,
    Association task,
    int createdAt,
    int claimedAt,
    int keptAt,
    int endedAt,
    OptionalInt items) {
  boolean hasEnded() {
    return endedAt > 0;
  }

  boolean hasSucceeded() {
    return task.status() == TaskStatus.SUCCESS;
  }

  boolean isOf(int round) {
    return member.round() == round;
  }

  Unit unit() {
    return new Unit(member.place(), member.item() == null ? -1 : member.item());
  }

  @Override
  public String toString() {
    return "%s of job %s, %s".formatted(member, job, task.status());
  }

  /**
   * Step, or one item of it.
   *
   * @param item −1 if the step has no items
   */
  record Unit(int place, int item) {}
}
