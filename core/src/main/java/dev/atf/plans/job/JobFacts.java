package dev.atf.plans.job;

import java.util.Optional;
import java.util.OptionalInt;

/** Facts about a job's tasks that a decision needs. */
public interface JobFacts {
  /** Returns the facts about a task; empty if they are unknown. */
  Optional<TaskFact> task(JobMember member);

  /**
   * Returns the number of items in the JSON array that a task returned.
   *
   * @return empty if the task returned no readable array
   */
  OptionalInt items(JobMember member);
}
