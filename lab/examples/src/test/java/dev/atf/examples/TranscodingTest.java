package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.client.TaskSpec;
import dev.atf.testkit.EmbeddedAtfExtension;
import dev.atf.testtime.TestTimeouts;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Test in real time: a running handler learns of the cancellation by a heartbeat. */
@Tag("system")
final class TranscodingTest {
  private static final BlockingQueue<String> frames = new LinkedBlockingQueue<>();

  @RegisterExtension
  static final EmbeddedAtfExtension atf =
      EmbeddedAtfExtension.serving(
          worker -> worker.handle(Transcoding.LAMBDA, String.class, new Transcoding(frames)));

  @Test
  void aTaskThatRunsIsCancelled() throws Exception {
    var task = atf.client().schedule(TaskSpec.of(Transcoding.LAMBDA, "metropolis")).taskId();
    frames.add("frame");
    await().until(frames::isEmpty);

    assertThat(atf.client().cancel(task, "the wrong film").getCancelRequested()).isTrue();

    assertThat(atf.client().await(task, TestTimeouts.STALL)).isCancelled().hasAttempts(1);
  }
}
