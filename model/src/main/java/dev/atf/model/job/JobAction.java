package dev.atf.model.job;

import java.time.Duration;

/** What has to be done for a job once its new state is written. May be done any number of times. */
public sealed interface JobAction {
  JobMember member();

  /**
   * Makes the task, unless it exists.
   *
   * @param delay from now until it is due
   */
  record Create(JobMember member, Duration delay) implements JobAction {}

  /** Ends the task, or asks its executor to stop. */
  record Cancel(JobMember member) implements JobAction {}

  /**
   * Makes the task as a cancelled one, unless it exists: whoever was about to make it, and is late,
   * finds it ended.
   */
  record Fence(JobMember member) implements JobAction {}
}
