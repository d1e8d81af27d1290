package dev.atf.cli.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.lambda.TopCommand.LambdaLoad;
import dev.atf.protocol.v1.LiveFigures.Executors;
import org.junit.jupiter.api.Test;

final class TopCommandTest {
  @Test
  void onlyExecutorsThatHaveExitedAgainKeepExiting() {
    var executors = Executors.newBuilder().setWanted(2).setHost("a").setHow("exit code 1");

    assertThat(LambdaLoad.failing(executors.build())).isEmpty();
    assertThat(LambdaLoad.failing(executors.setFailing(1).setDeathsInARow(1).build()))
        .isEqualTo("1 of 2 executors on host a exited soon after its start, with exit code 1");
    assertThat(
            LambdaLoad.failing(
                executors.setFailing(2).setDeathsInARow(37).setLastError("no file").build()))
        .isEqualTo(
            "2 of 2 executors on host a keep exiting: 37 deaths in a row, the last with exit code"
                + " 1; last line on standard error: no file");
  }
}
