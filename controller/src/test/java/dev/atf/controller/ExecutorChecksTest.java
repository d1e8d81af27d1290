package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ExecutorChecksTest {
  private static final LambdaName PAINT = new LambdaName("paint");
  private static final LambdaName WASH = new LambdaName("wash");
  private static final ExecutorId A = new ExecutorId("host:1:a");
  private static final ExecutorId B = new ExecutorId("host:2:b");

  private long now;
  private final ExecutorChecks checks = new ExecutorChecks(() -> now);

  @Test
  void aHostWithoutExecutorsIsWell() {
    assertThat(checks.failure()).isEmpty();
    assertThat(checks.failure(PAINT)).isEmpty();
    assertThat(checks.hasEverPassed()).isTrue();
  }

  @Test
  void aLambdaFailsWhenTheChecksOfAllItsExecutorsDo() {
    checks.called(A, PAINT, "no disk", 4);
    assertThat(checks.failure(PAINT)).isEqualTo("no disk");
    assertThat(checks.hasEverPassed()).isFalse();

    checks.called(B, PAINT, "", 4);
    assertThat(checks.failure(PAINT)).isEmpty();
    assertThat(checks.hasEverPassed()).isTrue();
    assertThat(checks.threads(PAINT)).isEqualTo(8);

    checks.called(B, PAINT, "no device", 4);
    assertThat(checks.failure(PAINT)).as("the latest").isEqualTo("no device");
  }

  @Test
  void oneLambdaIsNotTheOther() {
    checks.called(A, PAINT, "no disk", 4);
    checks.called(B, WASH, "", 4);

    assertThat(checks.failure(PAINT)).isEqualTo("no disk");
    assertThat(checks.failure(WASH)).isEmpty();
    assertThat(checks.failure()).as("of the host").isEmpty();
  }

  @Test
  void executorsThatHaveEndedDoNotCount() {
    checks.called(A, PAINT, "no disk", 4);
    checks.called(B, PAINT, "", 4);
    checks.ended(B);
    assertThat(checks.failure()).isEqualTo("no disk");

    now += Duration.ofMinutes(10).toNanos();

    assertThat(checks.failure()).isEmpty();
  }
}
