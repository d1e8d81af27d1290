package dev.atf.plans.job;

import dev.atf.plans.job.definition.JobDefinition;

/** Content of a job's plan row: its definition except the steps, and its state. */
public record JobRow(Head head, JobState state) {
  /**
   * Fields of a definition except its steps.
   *
   * @param steps number of steps
   * @param fingerprint distinguishes a repeated submission from another one with the same name
   */
  public record Head(int steps, int rounds, String fingerprint) {
    public static Head of(JobDefinition definition, String fingerprint) {
      return new Head(definition.steps().size(), definition.rounds(), fingerprint);
    }
  }

  /** Returns the row of the same job with another state. */
  public JobRow with(JobState newState) {
    return new JobRow(head, newState);
  }
}
