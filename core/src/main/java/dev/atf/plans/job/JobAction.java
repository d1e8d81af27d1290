package dev.atf.plans.job;

import java.time.Duration;

/** Action for a job after its new state is written. It may be repeated any number of times. */
public sealed interface JobAction {
  JobMember member();

  /**
   * Creates the task, unless it exists.
   *
   * @param delay time from now until the task is due
   */
  record Create(JobMember member, Duration delay) implements JobAction {}

  /** Cancels the task, or asks its executor to stop. */
  record Cancel(JobMember member) implements JobAction {}

  /**
   * Creates the task in state cancelled, unless it exists, so that a late writer finds it ended.
   */
  record Fence(JobMember member) implements JobAction {}
}
