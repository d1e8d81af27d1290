package dev.atf.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testtime.TestTimeouts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way of tasks of a lambda with {@code fairness.runningMaxPerKey} (ADR 0080). */
final class FullKeyTest {
  private static final int NOISY = 50;
  private static final int QUIET = 10;

  @TempDir private Path data;
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger runningMax = new AtomicInteger();
  private final AtomicInteger runs = new AtomicInteger();
  private final CountDownLatch quietLeft = new CountDownLatch(QUIET);

  /** Tasks of the noisy key hold their threads until all of the quiet key have run. */
  @Test
  @Tag("K1")
  void aKeyThatIsFullLeavesThreadsToOthersAndIsWorkedOffAfterwards() throws Exception {
    var lambda =
        Lambda.newBuilder()
            .setName("render")
            .setFairness(Lambda.Fairness.newBuilder().setRunningMaxPerKey(2))
            .build();
    try (var atf =
        Atf.at(data)
            .pollInterval(Duration.ofMillis(100))
            .lambda(lambda)
            .handle("render", String.class, (key, context) -> render(key))
            .threads("render", 8)
            .open()) {
      var tasks = new ArrayList<String>();
      for (int i = 0; i < NOISY; i++) {
        tasks.add(schedule(atf, "noisy"));
      }
      for (int i = 0; i < QUIET; i++) {
        tasks.add(schedule(atf, "quiet"));
      }

      for (var task : tasks) {
        assertThat(atf.client().await(task, TestTimeouts.STALL).resultAs(String.class))
            .isEqualTo("rendered");
      }

      assertThat(runningMax).hasValue(2);
      assertThat(runs).as("no attempt was spent on a refused claim").hasValue(NOISY + QUIET);
    }
  }

  private Outcome render(String key) throws InterruptedException {
    runs.incrementAndGet();
    if (key.equals("quiet")) {
      quietLeft.countDown();
      return Outcome.success("rendered");
    }
    runningMax.accumulateAndGet(running.incrementAndGet(), Math::max);
    try {
      quietLeft.await();
    } finally {
      running.decrementAndGet();
    }
    return Outcome.success("rendered");
  }

  private static String schedule(Atf atf, String key) {
    return atf.client().schedule(TaskSpec.of("render", key).fairnessKey(key)).taskId();
  }
}
