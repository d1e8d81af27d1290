package dev.atf.executor;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Worker in a separate process. The payload says how long it sleeps or for which file it waits, and
 * whether it can be interrupted; or that it exhausts the heap.
 */
public final class SleepyWorker {
  private SleepyWorker() {}

  public static void main(String[] args) {
    System.exit(
        Worker.builder(ExecutorConfig.fromEnvironment())
            .handle("sleep", JsonNode.class, SleepyWorker::handle)
            .run());
  }

  private static void useUpTheHeap() {
    var kept = new ArrayList<long[]>();
    while (!kept.isEmpty() || Thread.currentThread().isAlive()) {
      kept.add(new long[1_000_000]);
    }
  }

  static Outcome handle(JsonNode payload, TaskContext context) throws Exception {
    Files.writeString(
        Path.of(payload.path("startedFile").asText()),
        String.valueOf(ProcessHandle.current().pid()));
    if (payload.path("hungry").asBoolean()) {
      // A thread of the handler's own, whose end the framework does not see.
      new Thread(SleepyWorker::useUpTheHeap).start();
    }
    boolean stubborn = payload.path("stubborn").asBoolean();
    boolean never;
    var until = payload.path("untilFile").asText();
    do {
      try {
        never = new CountDownLatch(1).await(payload.path("millis").asLong(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        if (!stubborn) {
          throw e;
        }
        never = true;
      }
    } while (never || (!until.isEmpty() && !Files.exists(Path.of(until))));
    return Outcome.success("slept");
  }
}
