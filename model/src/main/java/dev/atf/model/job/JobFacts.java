package dev.atf.model.job;

import java.util.Optional;
import java.util.OptionalInt;

/** What a decision about a job asks of its tasks. */
public interface JobFacts {
  /** Empty: there is no such task, as far as anybody knows. */
  Optional<TaskFact> task(JobMember member);

  /**
   * How many items the JSON array has that a task returned.
   *
   * @return empty if it returned no array that can be read
   */
  OptionalInt items(JobMember member);
}
