package dev.atf.testkit;

import dev.atf.client.TaskSnapshot;

/** Entry point of assertions on tasks. It is imported in addition to AssertJ's own. */
public final class AtfAssertions {
  private AtfAssertions() {}

  public static TaskAssert assertThat(TaskSnapshot task) {
    return new TaskAssert(task);
  }
}
