package dev.atf.infra;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.Worker;
import dev.atf.executor.condition.ConditionTester;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Process whose handler is blocked on a condition at its first attempt, and succeeds afterwards.
 */
final class BlockingWorker {
  static final String LAMBDA = "blocked";
  static final String CONDITION = "dependency";

  private BlockingWorker() {}

  /**
   * @param args the lambda of the tester, which runs programs
   */
  public static void main(String[] args) {
    var tester = ConditionTester.by(args[0], Map.of("argv", List.of("true")));
    var first = new AtomicBoolean(true);
    var worker =
        Worker.builder(ExecutorConfig.fromEnvironment())
            .handle(
                LAMBDA,
                byte[].class,
                (payload, context) ->
                    first.getAndSet(false)
                        ? Outcome.blocked(CONDITION, tester)
                        : Outcome.success());
    System.exit(worker.run());
  }
}
