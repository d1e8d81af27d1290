package dev.atf.lab.bench.launch;

import dev.atf.client.TaskSpec;
import dev.atf.embedded.Atf;
import dev.atf.executor.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Program that has ATF as a library, and ends when its first task has run. */
final class LibraryProgram {
  private static final String LAMBDA = "hello";

  private LibraryProgram() {}

  /**
   * @param args the directory of its tasks
   */
  public static void main(String[] args) throws Exception {
    var begun = new CountDownLatch(1);
    try (var atf =
        Atf.at(Path.of(args[0]))
            .handle(
                LAMBDA,
                String.class,
                (payload, context) -> {
                  begun.countDown();
                  return Outcome.success(payload);
                })
            .open()) {
      var task = atf.client().schedule(TaskSpec.of(LAMBDA, "world"));
      if (!begun.await(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("the task has not begun");
      }
      System.out.println("first task begins");
      var unused = atf.client().await(task.taskId(), Duration.ofMinutes(1));
    }
  }
}
