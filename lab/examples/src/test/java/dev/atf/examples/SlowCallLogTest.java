package dev.atf.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.testkit.AtfExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SlowCallLogTest {
  private final List<String> lines = new ArrayList<>();
  private Instant now = Instant.EPOCH;

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
          worker ->
              worker
                  .intercept(new SlowCallLog(Duration.ofSeconds(1), () -> now, lines::add))
                  .handle(
                      "work",
                      Integer.class,
                      (seconds, context) -> {
                        now = now.plusSeconds(seconds);
                        return Outcome.success();
                      }));

  @Test
  void slowCallsAreToldAndOthersAreNot() {
    atf.client().schedule(TaskSpec.of("work", 0));
    atf.client().schedule(TaskSpec.of("work", 3));

    assertThat(atf.runDueTasks()).isEqualTo(2);

    assertThat(lines).containsExactly("work took 3 s");
  }
}
