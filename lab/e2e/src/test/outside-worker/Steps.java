import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.Worker;
import dev.atf.executor.condition.ConditionTester;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** Program of a lambda's owner, which MixedBuildsTest compiles with each of two builds. */
public final class Steps {
  /**
   * Work of a task.
   *
   * @param name written into the ledger
   * @param needs file without which the task is blocked; null: none
   */
  public record Step(String name, String needs) {}

  private Steps() {}

  /**
   * @param args directory of the ledger and of the needed files
   */
  public static void main(String[] args) {
    var directory = Path.of(args[0]);
    System.exit(
        Worker.builder(ExecutorConfig.fromEnvironment())
            .handle("steps", Step.class, (step, context) -> run(step, context, directory))
            .handle("gate", Step.class, (step, context) -> test(step, directory))
            .run());
  }

  private static Outcome run(Step step, TaskContext context, Path directory) throws IOException {
    if (step.needs() != null && !Files.exists(directory.resolve(step.needs()))) {
      return Outcome.blocked(step.needs(), ConditionTester.by("gate", step));
    }
    if (context.hasWorkDirectory()) {
      Files.copy(
          context.workDirectory().resolve("in.txt"), context.workDirectory().resolve("out.txt"));
    }
    Files.writeString(
        directory.resolve("ledger"),
        step.name() + " " + context.taskId() + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    return Outcome.success(step.name());
  }

  private static Outcome test(Step step, Path directory) {
    return Files.exists(directory.resolve(step.needs()))
        ? Outcome.success()
        : Outcome.retryLater(Duration.ofMillis(500), step.needs() + " does not exist");
  }
}
