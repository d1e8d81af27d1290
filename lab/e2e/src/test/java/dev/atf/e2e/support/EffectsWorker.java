package dev.atf.e2e.support;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.Worker;
import dev.atf.lab.processes.EffectSink;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Process of a lambda owner in tests: reports to the {@link EffectSink} when a task begins, its
 * effect with the fencing token, and when it ends. {@link Work} defines its duration.
 */
public final class EffectsWorker implements TaskHandler<Work> {
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private final EffectSink.Client sink;

  private EffectsWorker(EffectSink.Client sink) {
    this.sink = sink;
  }

  /**
   * @param args the sink's URI, then the lambdas that it has a handler for
   */
  public static void main(String[] args) {
    var handler = new EffectsWorker(new EffectSink.Client(args[0]));
    var worker = Worker.builder(ExecutorConfig.fromEnvironment());
    for (int i = 1; i < args.length; i++) {
      worker.handle(args[i], Work.class, handler);
    }
    System.exit(worker.run());
  }

  @Override
  public Outcome handle(Work work, TaskContext context) throws Exception {
    sink.begun(context);
    try {
      if (NEVER.await(work.millis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("nobody counts that latch down");
      }
      return sink.effect(context)
          ? Outcome.success(work.n())
          : Outcome.fatal("STALE", "the sink knows a newer fencing token");
    } finally {
      // Also after an interrupt: the execution has ended.
      sink.ended(context);
    }
  }
}
