package dev.atf.lab.bench.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.lab.execution.Execution;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class KeyOrderTest {
  private static final int KEY = 7;

  @Test
  void oneAfterTheOtherIsWhatAKeyPromises() {
    assertThat(violations(3, ran(0, 10, 20), ran(1, 20, 30), ran(2, 31, 40))).isEmpty();
  }

  @Test
  void aTaskMayBeTriedAgainBeforeTheNextOne() {
    assertThat(violations(2, failed(0, 10, 20), failed(0, 25, 26), ran(0, 30, 40), ran(1, 50, 60)))
        .isEmpty();
  }

  @Test
  void theNextOneDoesNotBeginBeforeTheOneBeforeHasSucceeded() {
    assertThat(violations(2, failed(0, 10, 20), ran(1, 30, 40)))
        .containsExactly("key 7: task 1 began before task 0 had succeeded");
  }

  @Test
  void twoDoNotRunAtTheSameTime() {
    assertThat(violations(2, ran(0, 10, 20), ran(1, 19, 30)))
        .containsExactly("key 7: task 1 began while another one ran");
  }

  @Test
  void reportsTasksThatRunAgainAfterALaterOne() {
    assertThat(violations(3, ran(0, 10, 20), ran(1, 20, 30), ran(2, 30, 40), ran(0, 50, 60)))
        .containsExactly("key 7: task 0 began again after a later one");
  }

  @Test
  void noneIsLeftOut() {
    assertThat(violations(3, ran(0, 10, 20), ran(1, 20, 30)))
        .containsExactly("key 7: of 3 tasks only 2 ended");
    assertThat(violations(3, ran(0, 10, 20), ran(2, 20, 30)))
        .contains("key 7: task 2 began before task 1 had succeeded");
  }

  @Test
  void onlyAFirstTaskThatIsSkippedMayFailForGood() {
    var executions = List.of(failed(0, 10, 20), ran(1, 30, 40), ran(2, 50, 60));

    assertThat(KeyOrder.violations(executions, 3, true)).isEmpty();
    assertThat(KeyOrder.violations(executions, 3, false)).isNotEmpty();
    assertThat(KeyOrder.violations(List.of(failed(0, 10, 20), ran(2, 30, 40)), 3, true))
        .contains("key 7: task 2 began before task 0 had succeeded");
  }

  private static List<String> violations(int tasks, KeyExecution... executions) {
    return KeyOrder.violations(List.of(executions), tasks, false);
  }

  private static KeyExecution ran(int number, long began, long ended) {
    return execution(number, true, began, ended);
  }

  private static KeyExecution failed(int number, long began, long ended) {
    return execution(number, false, began, ended);
  }

  private static KeyExecution execution(int number, boolean succeeded, long began, long ended) {
    var end = Optional.of(new Execution.End(ended, succeeded));
    return new KeyExecution(KEY, number, new Execution("t", 1, 1, Instant.EPOCH, began, end));
  }
}
