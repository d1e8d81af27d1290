package dev.atf.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.protocol.v1.Lambda;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hand-overs between the tasks of a key, where no poll and no look comes for a long time. */
final class HandoverTest {
  private static final Duration POLL_INTERVAL = Duration.ofMinutes(5);

  /** Shorter than the interval: what is done by then, no poll has found. */
  private static final Duration AWAITED_FOR = Duration.ofMinutes(2);

  @TempDir private Path data;

  @Test
  void theNextTaskOfAKeyDoesNotWaitForTheNextPoll() throws Exception {
    var scheduled = new CountDownLatch(1);
    var order = new CopyOnWriteArrayList<Integer>();
    // The store consumer knows the lambda from its start.
    Atf.at(data).lambda(Lambda.newBuilder().setName("transfer").build()).open().close();
    try (var atf =
        Atf.at(data)
            .pollInterval(POLL_INTERVAL)
            .handle(
                "transfer",
                Integer.class,
                (number, context) -> {
                  scheduled.await();
                  order.add(number);
                  return Outcome.success();
                })
            .open()) {
      var last = "";
      for (int number = 0; number < 5; number++) {
        last =
            atf.client()
                .schedule(TaskSpec.of("transfer", number).orderingKey("account-4711"))
                .taskId();
      }
      scheduled.countDown();

      assertThat(atf.client().await(last, AWAITED_FOR).isSuccess()).isTrue();
    }
    assertThat(order).isEqualTo(List.of(0, 1, 2, 3, 4));
  }
}
