package dev.atf.executor;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A worker in a process of its own; the payload says how long it sleeps and whether it can be
 * interrupted.
 */
final class SleepyWorker {
  private SleepyWorker() {}

  public static void main(String[] args) {
    System.exit(
        Worker.builder(ExecutorConfig.fromEnvironment())
            .handle("sleep", JsonNode.class, SleepyWorker::handle)
            .run());
  }

  static Outcome handle(JsonNode payload, TaskContext context) throws Exception {
    Files.writeString(
        Path.of(payload.path("startedFile").asText()),
        String.valueOf(ProcessHandle.current().pid()));
    boolean stubborn = payload.path("stubborn").asBoolean();
    boolean never;
    do {
      try {
        never = new CountDownLatch(1).await(payload.path("millis").asLong(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        if (!stubborn) {
          throw e;
        }
        never = true;
      }
    } while (never);
    return Outcome.success("slept");
  }
}
