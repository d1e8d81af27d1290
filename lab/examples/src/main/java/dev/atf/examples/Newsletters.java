package dev.atf.examples;

import dev.atf.executor.ChildTask;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import java.util.List;

/**
 * Task that schedules others as a part of its success: either all of them, each exactly once, or
 * none.
 */
public final class Newsletters {
  public static final String ISSUE = "send-issue";
  public static final String LETTER = "send-letter";

  private Newsletters() {}

  /** Newsletter, and its readers. */
  public record Issue(String title, List<String> readers) {}

  /** Letter for one reader. */
  public record Letter(String title, String reader) {}

  /** Handles an issue. An attempt that fails schedules no letters. */
  public static Outcome issue(Issue issue, TaskContext context) {
    for (var reader : issue.readers()) {
      context.schedule(ChildTask.of(LETTER, new Letter(issue.title(), reader)));
    }
    return issue.title().isEmpty() && context.attempt() == 1
        ? Outcome.retriable("NO_TITLE", "the editor is still thinking")
        : Outcome.success(issue.readers().size());
  }

  /** Handles a letter. */
  public static Outcome letter(Letter letter, TaskContext context) {
    return Outcome.success(letter.title() + " for " + letter.reader());
  }
}
