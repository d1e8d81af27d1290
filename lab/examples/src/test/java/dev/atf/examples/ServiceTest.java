package dev.atf.examples;

import static org.awaitility.Awaitility.await;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.testkit.EmbeddedAtfExtension;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A service that schedules a task and waits for its result: the example of the README. */
@Tag("system")
final class ServiceTest {
  record Resize(String image, int width) {}

  record Resized(String image, int width) {}

  @RegisterExtension
  static final EmbeddedAtfExtension embedded =
      EmbeddedAtfExtension.serving(
          worker -> worker.handle("resize-image", Resize.class, ServiceTest::handle));

  private static Outcome handle(Resize resize, TaskContext context) {
    return Outcome.success(new Resized(resize.image(), resize.width()));
  }

  // example begins
  Resized resize(String frontend) throws Exception {
    try (var atf = AtfClient.builder(frontend).build()) {
      var scheduled =
          atf.schedule(
              TaskSpec.of("resize-image", new Resize("cat.png", 200))
                  .priority("high")
                  .delay(Duration.ofSeconds(2))
                  .idempotencyKey("resize/cat.png/200"));
      return atf.await(scheduled.taskId(), Duration.ofMinutes(5)).resultAs(Resized.class);
    }
  }

  // example ends

  @Test
  void aServiceSchedulesAndWaitsForTheResult() {
    // Its key lets it be repeated, should a busy machine be too slow for a new connection, or for
    // the minute.
    await()
        .ignoreExceptions()
        .until(() -> resize(embedded.frontendUri()), new Resized("cat.png", 200)::equals);
  }
}
