package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSnapshot;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.testkit.AtfExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class DeadLettersTest {
  private static final String LAMBDA = "print";

  private boolean hasPaper;

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(worker -> worker.handle(LAMBDA, String.class, this::print));

  private Outcome print(String text, TaskContext context) {
    if (text.isEmpty()) {
      return Outcome.fatal("TEXT_EMPTY", "there is nothing to print");
    }
    return hasPaper ? Outcome.success() : Outcome.fatal("NO_PAPER", "the printer is empty");
  }

  private String schedule(String text) {
    return atf.client().schedule(TaskSpec.of(LAMBDA, text)).taskId();
  }

  @Test
  void redrivesDeadLettersOfOneCause() {
    var page = schedule("a page");
    var nothing = schedule("");
    assertThat(atf.runDueTasks()).isEqualTo(2);
    var dead = new DeadLetters(atf.client(), LAMBDA);

    assertThat(dead.list())
        .extracting(TaskSnapshot::taskId)
        .containsExactlyInAnyOrder(page, nothing);

    hasPaper = true;
    assertThat(dead.redrive("NO_PAPER")).isEqualTo(1);
    assertThat(atf.runUntilFinished(page)).hasSucceeded();
    assertThat(dead.list()).extracting(TaskSnapshot::taskId).containsExactly(nothing);
  }
}
