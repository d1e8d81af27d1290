package dev.atf.lab.chaos;

import com.google.protobuf.ByteString;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.Worker;
import dev.atf.lab.processes.EffectSink;
import dev.atf.simulation.check.Effect;
import dev.atf.simulation.world.Operation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Process of a lambda owner: executes the operation in its payload, and reports to an effect sink.
 */
public final class OperationWorker implements TaskHandler<byte[]> {
  private static final CountDownLatch NEVER = new CountDownLatch(1);
  private static final long CHECK_EVERY_MILLIS = 50;

  /** Exit code of a process that was killed. */
  private static final int POISONED = 137;

  private final EffectSink.Client sink;

  private OperationWorker(EffectSink.Client sink) {
    this.sink = sink;
  }

  /**
   * @param args the sink's URI, then the lambdas that it has a handler for
   */
  public static void main(String[] args) {
    var handler = new OperationWorker(new EffectSink.Client(args[0]));
    var worker = Worker.builder(ExecutorConfig.fromEnvironment());
    for (int i = 1; i < args.length; i++) {
      worker.handle(args[i], byte[].class, handler);
    }
    System.exit(worker.run());
  }

  @Override
  public Outcome handle(byte[] payload, TaskContext context) throws Exception {
    sink.begun(context);
    try {
      return doIt(Operation.of(ByteString.copyFrom(payload)), context);
    } finally {
      // Also after an interrupt: the execution has ended.
      sink.ended(context);
    }
  }

  private Outcome doIt(Operation operation, TaskContext context) throws Exception {
    if (operation.kind() == Operation.Kind.RUN_ON) {
      for (int step = 0; ; step++) {
        context.throwIfCancelled();
        context.progress(Effect.text(context.fencingToken(), step));
        last(CHECK_EVERY_MILLIS);
      }
    }
    last(operation.millis());
    return switch (operation.kind()) {
      case POISON -> {
        Runtime.getRuntime().halt(POISONED);
        throw new IllegalStateException("dead");
      }
      case FAIL_FATALLY -> Outcome.fatal(TaskRequest.FATAL_CODE, said(context));
      case FAIL_RETRIABLY ->
          context.attempt() <= operation.failures()
              ? Outcome.retriable("NOT_YET", said(context))
              : effect(context);
      case SUCCEED, NOT_NOW, RUN_ON, IGNORE_EVERYTHING -> effect(context);
    };
  }

  private Outcome effect(TaskContext context) {
    return sink.effect(context)
        ? Outcome.success(said(context))
        : Outcome.fatal("STALE", "the sink knows a newer fencing token");
  }

  /** Returns a note of the handler that no later note follows. */
  private static String said(TaskContext context) {
    return Effect.text(context.fencingToken(), Integer.MAX_VALUE);
  }

  private static void last(long millis) throws InterruptedException {
    if (NEVER.await(millis, TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("unreachable: nothing counts this latch down");
    }
  }
}
