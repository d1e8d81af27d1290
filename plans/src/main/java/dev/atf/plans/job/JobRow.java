package dev.atf.plans.job;

import dev.atf.plans.job.definition.JobDefinitionText.Head;
import dev.atf.plans.row.Plan;

/** Content of a job's plan row: the length of its definition, and its state. */
public record JobRow(Head head, JobState state) {
  /** Returns the text that {@link Plan#state} keeps. */
  public static String write(Head head, JobState state) {
    return head.steps()
        + " "
        + head.rounds()
        + " "
        + head.fingerprint()
        + " "
        + JobStateText.write(state);
  }

  /**
   * @throws IllegalArgumentException if the state is not that of a job
   */
  public static JobRow read(Plan plan) {
    var parts = plan.state().split(" ", 4);
    var head = new Head(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), parts[2]);
    return new JobRow(head, JobStateText.read(parts[3], head.steps()));
  }
}
