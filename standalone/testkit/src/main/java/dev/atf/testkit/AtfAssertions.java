package dev.atf.testkit;

import dev.atf.client.TaskSnapshot;

/** Entry point of assertions on tasks; to be imported beside AssertJ's own. */
public final class AtfAssertions {
  private AtfAssertions() {}

  public static TaskAssert assertThat(TaskSnapshot task) {
    return new TaskAssert(task);
  }
}
