package dev.atf.e2e.support;

import dev.atf.e2e.support.FencedLedger.Line;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.StepContext;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.Worker;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Process of an owner of steps: each has its effect in a {@link FencedLedger}. */
public final class LedgerWorker implements TaskHandler<LedgerWorker.Step> {
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  /**
   * Work of a step, or of its compensation.
   *
   * @param undo whether it reverts the effect
   * @param items number of items that it returns, for a fan-out
   * @param fails whether it fails permanently, after its effect
   */
  public record Step(String effect, long millis, boolean undo, int items, boolean fails) {}

  private final FencedLedger ledger;

  private LedgerWorker(FencedLedger ledger) {
    this.ledger = ledger;
  }

  /**
   * @param args the ledger's directory, then the lambdas that it has a handler for
   */
  public static void main(String[] args) {
    var handler = new LedgerWorker(new FencedLedger(Path.of(args[0])));
    var worker = Worker.builder(ExecutorConfig.fromEnvironment());
    for (int i = 1; i < args.length; i++) {
      worker.handle(args[i], Step.class, handler);
    }
    System.exit(worker.run());
  }

  @Override
  public Outcome handle(Step step, TaskContext context) throws Exception {
    ledger.show(context.taskId(), context.fencingToken());
    if (NEVER.await(step.millis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("nobody counts that latch down");
    }
    var effect = step.effect() + item(context).map(index -> "/" + index).orElse("");
    var line = new Line(effect, step.undo(), context.taskId(), context.fencingToken());
    if (!ledger.write(line)) {
      return Outcome.retriable("STALE", "the ledger knows a newer fencing token");
    }
    if (step.fails()) {
      return Outcome.fatal("BROKEN", "it is meant to fail");
    }
    var items = IntStream.range(0, step.items()).boxed().toList();
    return step.items() > 0 ? Outcome.success(items) : Outcome.success(effect);
  }

  private static Optional<Integer> item(TaskContext context) {
    return context
        .job()
        .map(StepContext::itemIndex)
        .filter(OptionalInt::isPresent)
        .map(OptionalInt::getAsInt);
  }
}
