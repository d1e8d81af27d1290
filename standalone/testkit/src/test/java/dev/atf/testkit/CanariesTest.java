package dev.atf.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.WorkerBuilder;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.PeriodicTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Canaries through all services, by a clock that the test moves. */
final class CanariesTest {
  private static final String LAMBDA = "watched";

  private final List<Boolean> canaries = new ArrayList<>();
  private boolean broken;

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(this::handlers)
          .with(
              Lambda.newBuilder()
                  .setName(LAMBDA)
                  .setHistory(Lambda.History.ALL)
                  .setCanary(
                      Lambda.Canary.newBuilder()
                          .setEvery(ProtoTimes.proto(Duration.ofMinutes(1)))
                          .setDeadline(ProtoTimes.proto(Duration.ofSeconds(20))))
                  .build());

  private WorkerBuilder handlers(WorkerBuilder worker) {
    return worker.handle(LAMBDA, JsonNode.class, this::run);
  }

  private Outcome run(JsonNode payload, TaskContext context) {
    canaries.add(context.isCanary());
    return broken ? Outcome.fatal("BROKEN", "it is broken") : Outcome.success();
  }

  @Test
  void theHandlerRunsThemAndKnowsThem() {
    atf.runFor(Duration.ofMinutes(5));

    assertThat(canaries).hasSize(5).containsOnly(true);
    assertThat(periodic().getFiredCount()).isEqualTo(5);
    assertThat(periodic().getSkippedCount()).isZero();
  }

  @Test
  void aTaskOfACallerIsNone() {
    atf.client().schedule(TaskSpec.of(LAMBDA, "a payload"));

    atf.runDueTasks();

    assertThat(canaries).containsExactly(false);
  }

  @Test
  void thoseThatFailAreNoDeadLettersOfTheLambda() {
    broken = true;

    atf.runFor(Duration.ofMinutes(5));

    assertThat(canaries).hasSize(5);
    assertThat(atf.client().getLambda(LAMBDA).getLive().getDead()).isZero();
  }

  private PeriodicTask periodic() {
    return atf.client().periodic().get(LAMBDA, "atf-canary");
  }
}
