package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.examples.Newsletters.Issue;
import dev.atf.examples.Newsletters.Letter;
import dev.atf.testkit.AtfExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class NewslettersTest {
  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
          worker ->
              worker
                  .handle(Newsletters.ISSUE, Issue.class, Newsletters::issue)
                  .handle(Newsletters.LETTER, Letter.class, Newsletters::letter));

  @Test
  void eachReaderGetsOneLetterOfTheAttemptThatSucceeded() {
    var issue =
        atf.client()
            .schedule(TaskSpec.of(Newsletters.ISSUE, new Issue("", List.of("Ada", "Grace"))))
            .taskId();

    atf.runDueTasks();
    assertThat(atf.task(issue).task().getChildTaskIdsList()).isEmpty();
    for (int i = 0; i < 10; i++) {
      atf.clock().advance(Duration.ofSeconds(5));
      atf.runDueTasks();
    }

    assertThat(atf.task(issue)).hasSucceeded();
    var letters = atf.task(issue).task().getChildTaskIdsList();
    assertThat(letters).hasSize(2);
    assertThat(atf.task(letters.get(0))).hasResult(" for Ada");
    assertThat(atf.task(letters.get(1))).hasResult(" for Grace");
    assertThat(atf.task(letters.get(1)).task().getParentTaskId()).isEqualTo(issue);
  }
}
