package dev.atf.e2e.console;

import dev.atf.executor.ChildTask;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Handler of {@code report}: reports progress, writes a checkpoint, and takes a given time. The
 * report of the day {@code letters} is sent to some people, a task each.
 */
public final class Reporter {
  static final int LETTERS = 3;

  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private Reporter() {}

  /**
   * @param seconds time that it takes
   * @param door file without which it fails permanently; null if it needs none
   */
  public record Report(String day, int seconds, @Nullable String door) {}

  public static void main(String[] args) {
    System.exit(
        Worker.builder(ExecutorConfig.fromEnvironment())
            .handle("report", Report.class, Reporter::write)
            .run());
  }

  private static Outcome write(Report report, TaskContext context) throws InterruptedException {
    context.progress(Map.of("done", 3, "total", 8));
    context.checkpoint(Map.of("page", 3, "day", report.day()));
    if (NEVER.await(report.seconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("nobody counts that latch down");
    }
    context.throwIfCancelled();
    if (report.door() != null && Files.notExists(Path.of(report.door()))) {
      return Outcome.fatal("DOOR_LOCKED", "the door is locked");
    }
    if (report.day().equals("letters")) {
      for (int i = 0; i < LETTERS; i++) {
        context.schedule(ChildTask.of("mail", Map.of("reader", i)).delay(Duration.ofHours(1)));
      }
    }
    return Outcome.success(Map.of("pages", 8, "day", report.day()));
  }
}
