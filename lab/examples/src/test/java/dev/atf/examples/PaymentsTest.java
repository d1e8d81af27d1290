package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.examples.Payments.Payment;
import dev.atf.testkit.AtfExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PaymentsTest {
  private static final String AWAY = "away";
  private static final String NO = "no";
  private static final String YES = "yes";

  private final Deque<String> answers = new ArrayDeque<>();
  private final Set<String> keys = new HashSet<>();

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
              worker ->
                  worker.handle(
                      Payments.LAMBDA.getName(), Payment.class, new Payments(this::charge)))
          .with(Payments.LAMBDA);

  private boolean charge(String key, Payment payment) throws IOException {
    keys.add(key);
    var answer = answers.isEmpty() ? AWAY : answers.remove();
    if (answer.equals(AWAY)) {
      throw new IOException("no answer");
    }
    return answer.equals(YES);
  }

  private String schedule(int cents) {
    var payment = new Payment("4711", cents);
    return atf.client().schedule(TaskSpec.of(Payments.LAMBDA.getName(), payment)).taskId();
  }

  @Test
  void retriesTransientFailuresWithTheSameKey() {
    answers.addAll(List.of(AWAY, NO, YES));
    var begun = atf.clock().instant();

    var task = atf.runUntilFinished(schedule(100));

    assertThat(task).hasSucceeded().hasAttempts(3);
    assertThat(keys).containsExactly(task.taskId());
    assertThat(Duration.between(begun, atf.clock().instant())).isGreaterThan(Duration.ofHours(1));
  }

  @Test
  void exhaustedAttemptsMakeADeadLetter() {
    assertThat(atf.runUntilFinished(schedule(100)))
        .isDead()
        .hasFailureCode("ATTEMPTS_EXHAUSTED")
        .hasAttempts(5);
  }

  @Test
  void permanentErrorFailsAtTheFirstAttempt() {
    assertThat(atf.runUntilFinished(schedule(0)))
        .isDead()
        .hasFailureCode("AMOUNT_INVALID")
        .hasAttempts(1);
    assertThat(keys).isEmpty();
  }
}
