package dev.atf.simulation.world;

import com.google.protobuf.ByteString;
import dev.atf.executor.ChildTask;
import dev.atf.executor.OnChildFailure;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.core.attempt.BoundHandler;
import dev.atf.model.TaskId;
import dev.atf.protocol.v1.Work;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.simulation.check.Effect;
import dev.atf.simulation.check.ObservedExecution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Handler of every lambda: performs the operation in its payload. */
final class WorkloadHandler implements BoundHandler {
  private static final Duration STEP = Duration.ofSeconds(3);

  /** Number of steps that outlast leases, and the grace of a handler that was asked to stop. */
  private static final int STEPS_MAX = 20;

  /** Number of steps of a handler that runs until it is asked to stop. */
  private static final int ENDLESS = 100;

  private static final Duration TEST = Duration.ofMillis(20);
  private static final Duration RETRY_LATER = Duration.ofSeconds(40);

  private final VirtualProcess process;
  private final EventLog log;
  private final Outages outages;
  private final Runnable die;
  private final Set<ObservedExecution> atWork = new LinkedHashSet<>();

  /**
   * @param die kills the process
   */
  WorkloadHandler(VirtualProcess process, EventLog log, Outages outages, Runnable die) {
    this.process = process;
    this.log = log;
    this.outages = outages;
    this.die = die;
  }

  @Override
  public Outcome handle(Work work, TaskContext context) throws Exception {
    var execution =
        new ObservedExecution(
            process.name(),
            new TaskId(work.getTaskId()),
            work.getEpoch(),
            work.getAttempt(),
            work.getClaimId());
    log.began(execution);
    atWork.add(execution);
    try {
      return handle(work.getPayload(), execution, context);
    } finally {
      if (atWork.remove(execution)) {
        log.ended(execution);
      }
    }
  }

  /** Called when the process was killed: all of its executions end at that moment. */
  void killed() {
    var all = List.copyOf(atWork);
    atWork.clear();
    all.forEach(log::ended);
  }

  private Outcome handle(ByteString payload, ObservedExecution execution, TaskContext context)
      throws InterruptedException {
    var tested = Outages.tested(payload);
    if (tested.isPresent()) {
      process.sleep(TEST);
      return outages.test(tested.get(), execution.taskId(), context);
    }
    var blocked = outages.blocked(execution.taskId(), context.lambda(), false);
    return blocked.isPresent() ? blocked.get() : doIt(Operation.of(payload), execution, context);
  }

  private Outcome doIt(Operation operation, ObservedExecution execution, TaskContext context)
      throws InterruptedException {
    switch (operation.kind()) {
      case RUN_ON -> {
        for (int steps = 0; steps < ENDLESS && !context.isCancelled(); steps++) {
          context.progress(Effect.text(execution, steps));
          process.sleep(STEP);
        }
      }
      case IGNORE_EVERYTHING -> {
        for (int steps = 0; steps < STEPS_MAX; steps++) {
          context.progress(Effect.text(execution, steps));
          process.sleepUninterruptibly(STEP);
        }
      }
      case POISON -> {
        process.sleep(Duration.ofMillis(operation.millis()));
        die.run();
        process.checkAlive();
      }
      default -> process.sleep(Duration.ofMillis(operation.millis()));
    }
    if (operation.kind() == Operation.Kind.NOT_NOW && context.attempt() <= operation.failures()) {
      return Outcome.retryLater(RETRY_LATER);
    }
    var blocked = outages.blocked(execution.taskId(), context.lambda(), true);
    if (blocked.isPresent()) {
      return blocked.get();
    }
    schedule(operation, execution, context);
    var effect = Effect.text(execution, STEPS_MAX);
    if (operation.failsForGood(execution.taskId())) {
      return Outcome.fatal("BROKEN", effect);
    }
    return operation.failsRetriably() && context.attempt() <= operation.failures()
        ? Outcome.retriable("NOT_YET", effect)
        : success(operation, execution, context, effect);
  }

  /** Schedules children of its own lambda and of the first one, sometimes with a join. */
  private void schedule(Operation operation, ObservedExecution execution, TaskContext context) {
    var deeds = operation.children();
    if (deeds.isEmpty()) {
      return;
    }
    var lambdas = new ArrayList<String>();
    var children = new ArrayList<ChildTask>();
    for (int i = 0; i < deeds.size(); i++) {
      lambdas.add(i % 2 == 0 ? context.lambda() : Fleet.FIRST_LAMBDA);
      var child = child(lambdas.get(i), deeds.get(i));
      children.add(operation.childrenKey().map(child::orderingKey).orElse(child));
    }
    var then = operation.then();
    if (then.isEmpty()) {
      children.forEach(context::schedule);
      log.scheduled(execution, children.size());
      return;
    }
    var onFailure = operation.millis() % 2 == 0 ? OnChildFailure.STOP : OnChildFailure.CONTINUE;
    context.scheduleThen(children, child(context.lambda(), then.get()), onFailure);
    lambdas.add(context.lambda());
    log.joined(execution, Joined.of(execution, lambdas, onFailure));
  }

  private static ChildTask child(String lambda, Operation operation) {
    return ChildTask.ofBytes(lambda, operation.payload().toByteArray(), "text/plain");
  }

  /** Returns a success; a step of a job returns items that others fan out over, or no list. */
  private Outcome success(
      Operation operation, ObservedExecution execution, TaskContext context, String effect) {
    if (context.job().isEmpty()) {
      return Outcome.success(effect);
    }
    var count = operation.items();
    log.returned(execution, count);
    if (count.isEmpty()) {
      return Outcome.success(effect);
    }
    var items = new ArrayList<String>();
    for (int i = 0; i < count.getAsInt(); i++) {
      items.add(effect + operation.padding());
    }
    return Outcome.success(items);
  }
}
