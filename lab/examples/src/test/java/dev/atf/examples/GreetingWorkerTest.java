package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.examples.GreetingWorker.Guest;
import dev.atf.testkit.EmbeddedAtfExtension;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An integration test: real services on ports of this machine, real time. */
@Tag("system")
final class GreetingWorkerTest {
  @RegisterExtension
  static final EmbeddedAtfExtension atf = EmbeddedAtfExtension.serving(GreetingWorker::addTo);

  @Test
  void aGuestIsGreeted() throws Exception {
    var scheduled = atf.client().schedule(TaskSpec.of(GreetingWorker.LAMBDA, new Guest("Ada")));

    assertThat(atf.client().await(scheduled.taskId(), Duration.ofMinutes(5)))
        .hasResult("Hello, Ada");
  }
}
