package dev.atf.cli.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import dev.atf.cli.lambda.TopCommand.LambdaLoad;
import dev.atf.protocol.v1.Condition;
import dev.atf.protocol.v1.Condition.Phase;
import dev.atf.protocol.v1.LiveFigures.Executors;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopCommandTest {
  @Test
  void onlyExecutorsThatHaveExitedAgainKeepExiting() {
    var executors = Executors.newBuilder().setWanted(2).setHost("a").setHow("exit code 1");

    assertThat(LambdaLoad.failing(executors.build())).isEmpty();
    assertThat(LambdaLoad.failing(executors.setFailing(1).setDeathsInARow(1).build()))
        .isEqualTo(
            "1 of 2 executors on host a exited soon after its start, with exit code 1; see the log"
                + " of the host");
    assertThat(
            LambdaLoad.failing(
                executors.setFailing(2).setDeathsInARow(37).setLastError("no file").build()))
        .isEqualTo(
            "2 of 2 executors on host a keep exiting: 37 deaths in a row, the last with exit code"
                + " 1; last line on standard error: no file; all of it is in the log of the host");
  }

  @Test
  void conditionsThatAreNotClearAreNamedFromTheOldestOn() {
    var cache = condition("cache", Phase.HALF_OPEN, 1_767_225_601).build();
    var clear = condition("mail", Phase.CLEAR, 1_767_225_500).build();
    var db = condition("orders-db", Phase.CLOSED, 1_767_225_600).setReason("no route").build();

    assertThat(LambdaLoad.blocked(List.of(cache, clear, db)))
        .containsExactly(
            "tasks wait for condition orders-db since 2026-01-01T00:00:00Z: no route; see `./atf"
                + " condition get orders orders-db`",
            "tasks wait for condition cache since 2026-01-01T00:00:01Z; see `./atf condition get"
                + " orders cache`");
  }

  private static Condition.Builder condition(String name, Phase phase, long closedAt) {
    return Condition.newBuilder()
        .setLambda("orders")
        .setName(name)
        .setPhase(phase)
        .setClosedAt(Timestamp.newBuilder().setSeconds(closedAt));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "418, 418ms",
    "1500, 1.5s",
    "10999, 10s",
    "418666, 6m58s",
    "1324000, 22m4s",
    "93784000, 26h3m"
  })
  void durationsHaveTheirTwoLargestUnits(long millis, String shown) {
    assertThat(TopCommand.brief(Duration.ofMillis(millis))).isEqualTo(shown);
  }
}
