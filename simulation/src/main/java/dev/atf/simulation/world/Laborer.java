package dev.atf.simulation.world;

import dev.atf.executor.ChildTask;
import dev.atf.executor.OnChildFailure;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.core.attempt.BoundHandler;
import dev.atf.model.TaskId;
import dev.atf.protocol.v1.Work;
import dev.atf.simulation.check.Effect;
import dev.atf.simulation.check.Execution;
import dev.atf.simulation.time.VirtualProcess;
import dev.atf.simulation.world.plans.Joined;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The handler of every lambda: does the deed in its payload. */
final class Laborer implements BoundHandler {
  private static final Duration STEP = Duration.ofSeconds(3);

  /** Longer than leases, and than the grace of a handler that was told to stop. */
  private static final int STEPS_MAX = 20;

  /** Unless somebody tells it to stop. */
  private static final int ENDLESS = 100;

  private static final Duration RETRY_LATER = Duration.ofSeconds(40);

  private final VirtualProcess process;
  private final Chronicle chronicle;
  private final Runnable die;
  private final Set<Execution> atWork = new LinkedHashSet<>();

  /**
   * @param die kills the process
   */
  Laborer(VirtualProcess process, Chronicle chronicle, Runnable die) {
    this.process = process;
    this.chronicle = chronicle;
    this.die = die;
  }

  @Override
  public Outcome handle(Work work, TaskContext context) throws Exception {
    var execution =
        new Execution(
            process.name(),
            new TaskId(work.getTaskId()),
            work.getEpoch(),
            work.getAttempt(),
            work.getClaimId());
    chronicle.began(execution);
    atWork.add(execution);
    try {
      return doIt(Deed.of(work.getPayload()), execution, context);
    } finally {
      if (atWork.remove(execution)) {
        chronicle.ended(execution);
      }
    }
  }

  /** The process was killed: what its handlers did ends at that moment. */
  void killed() {
    var all = List.copyOf(atWork);
    atWork.clear();
    all.forEach(chronicle::ended);
  }

  private Outcome doIt(Deed deed, Execution execution, TaskContext context)
      throws InterruptedException {
    switch (deed.kind()) {
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
        process.sleep(Duration.ofMillis(deed.millis()));
        die.run();
        process.checkAlive();
      }
      default -> process.sleep(Duration.ofMillis(deed.millis()));
    }
    if (deed.kind() == Deed.Kind.NOT_NOW && context.attempt() <= deed.failures()) {
      return Outcome.retryLater(RETRY_LATER);
    }
    schedule(deed, execution, context);
    var effect = Effect.text(execution, STEPS_MAX);
    if (deed.failsForGood(execution.taskId())) {
      return Outcome.fatal("BROKEN", effect);
    }
    return deed.failsRetriably() && context.attempt() <= deed.failures()
        ? Outcome.retriable("NOT_YET", effect)
        : success(deed, execution, context, effect);
  }

  /** Children of its own lambda, and of one that others work for; now and then with a join. */
  private void schedule(Deed deed, Execution execution, TaskContext context) {
    var deeds = deed.children();
    if (deeds.isEmpty()) {
      return;
    }
    var lambdas = new ArrayList<String>();
    var children = new ArrayList<ChildTask>();
    for (int i = 0; i < deeds.size(); i++) {
      lambdas.add(i % 2 == 0 ? context.lambda() : Fleet.FIRST_LAMBDA);
      var child = child(lambdas.get(i), deeds.get(i));
      children.add(deed.childrenKey().map(child::orderingKey).orElse(child));
    }
    var then = deed.then();
    if (then.isEmpty()) {
      children.forEach(context::schedule);
      chronicle.scheduled(execution, children.size());
      return;
    }
    var onFailure = deed.millis() % 2 == 0 ? OnChildFailure.STOP : OnChildFailure.CONTINUE;
    context.scheduleThen(children, child(context.lambda(), then.get()), onFailure);
    lambdas.add(context.lambda());
    chronicle.joined(execution, Joined.of(execution, lambdas, onFailure));
  }

  private static ChildTask child(String lambda, Deed deed) {
    return ChildTask.ofBytes(lambda, deed.payload().toByteArray(), "text/plain");
  }

  /** A step of a job returns the items that others fan out over, or what is no list of any. */
  private Outcome success(Deed deed, Execution execution, TaskContext context, String effect) {
    if (context.job().isEmpty()) {
      return Outcome.success(effect);
    }
    var count = deed.items();
    chronicle.returned(execution, count);
    if (count.isEmpty()) {
      return Outcome.success(effect);
    }
    var items = new ArrayList<String>();
    for (int i = 0; i < count.getAsInt(); i++) {
      items.add(effect + deed.padding());
    }
    return Outcome.success(items);
  }
}
