package dev.atf.e2e.explain;

import dev.atf.executor.ChildTask;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.Worker;
import dev.atf.executor.WorkerBuilder;
import dev.atf.executor.condition.ConditionTester;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Program of a lambda's owner, whose handlers act as the task's payload or the lambda says. */
final class StagedWorker {
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private StagedWorker() {}

  /** Order that a task carries. */
  record Order(String act, long millis) {}

  public static void main(String[] args) throws InterruptedException {
    var lambda = System.getenv("ATF_LAMBDA");
    switch (lambda) {
      case "crash" -> {
        System.err.println("settings.yaml: no such file");
        System.exit(1);
      }
      case "missing" ->
          System.exit(worker().handle("another", Order.class, StagedWorker::handle).run());
      case "slow" -> NEVER.await();
      default -> System.exit(worker().handle(lambda, Order.class, StagedWorker::handle).run());
    }
  }

  private static WorkerBuilder worker() {
    return Worker.builder(ExecutorConfig.fromEnvironment());
  }

  private static Outcome handle(Order order, TaskContext context) throws Exception {
    switch (order.act()) {
      case "run" -> {
        context.progress(Map.of("done", 3));
        lasts(order.millis());
      }
      case "stubborn" -> ignoresInterrupts(order.millis());
      case "throw" -> throw new IllegalStateException("the printer is on fire");
      case "fatal" -> {
        return Outcome.fatal("NO_SUCH_ITEM", "item 7 is not in the catalogue");
      }
      case "later" -> {
        return Outcome.retryLater(Duration.ofMinutes(5), "the shop is closed");
      }
      case "big" -> {
        return Outcome.success(new byte[900_000], "application/octet-stream");
      }
      case "block-nobody" -> {
        return blocked("nobody");
      }
      case "block-paused" -> {
        return blocked("paused");
      }
      case "die" -> Runtime.getRuntime().halt(9);
      case "child" -> context.schedule(ChildTask.of(context.lambda(), new Order("fatal", 0)));
      default -> {} // succeeds
    }
    return Outcome.success();
  }

  /** Waits for a condition whose tester is a task of this lambda. */
  private static Outcome blocked(String tester) {
    return Outcome.blocked("until-" + tester, ConditionTester.by(tester, new Order("ok", 0)))
        .because("the printer is away");
  }

  private static void lasts(long millis) throws InterruptedException {
    boolean ignored = NEVER.await(millis, TimeUnit.MILLISECONDS);
  }

  private static void ignoresInterrupts(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < end) {
      try {
        lasts(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) + 1);
      } catch (InterruptedException e) {
        // Like a handler that catches everything.
      }
    }
  }
}
