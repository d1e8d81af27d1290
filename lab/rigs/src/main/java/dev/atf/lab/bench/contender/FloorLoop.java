package dev.atf.lab.bench.contender;

import dev.atf.lab.bench.workload.JobHandler;
import dev.atf.local.Pause;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.TransitionResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.random.RandomGenerator;

/** One thread of a floor: releases and pushes ten, then receives, runs and finishes ten. */
final class FloorLoop implements Runnable {
  private static final int TEN = 10;
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final Duration VISIBILITY = Duration.ofMinutes(5);
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration RETENTION = Duration.ofDays(7);
  private static final ExecutorId OWNER = new ExecutorId("bench:1:0");

  private final BareEngine engine;
  private final DueTasks due;
  private final JobHandler handler;
  private final RandomGenerator random;
  private final InstantSource instants = InstantSource.system();
  private final MonotonicClock clock = MonotonicClock.system();

  FloorLoop(BareEngine engine, DueTasks due, JobHandler handler, RandomGenerator random) {
    this.engine = engine;
    this.due = due;
    this.handler = handler;
    this.random = random;
  }

  @Override
  public void run() {
    while (!due.isClosed()) {
      var some = due.next(now());
      some.ifPresent(this::release);
      var queue = some.map(DueTasks.Some::queue).or(due::queueWithMessages);
      queue.ifPresentOrElse(this::work, () -> Pause.until(clock.nanos() + PAUSE.toNanos(), clock));
    }
  }

  private void release(DueTasks.Some some) {
    var messages = new ArrayList<TaskMessage>();
    for (var entry : some.entries()) {
      var now = now();
      apply(
          Transitions.release(
              entry.taskId(), entry.epoch(), entry.triggerAt(), now, now.plus(LEASE)));
      messages.add(TaskMessage.of(new TaskRef(entry.taskId(), entry.epoch() + 1)));
    }
    if (!engine.queues().sender().push(some.queue(), messages).isEmpty()) {
      throw new IllegalStateException("the queue refuses references");
    }
    due.released(some);
  }

  private void work(QueueName queue) {
    var messages = engine.queues().receiver().receive(queue, TEN, Duration.ZERO, VISIBILITY);
    due.received(queue, messages.size());
    messages.forEach(message -> runTask(queue.lambda(), message.ref()));
    engine.queues().receiver().delete(queue, messages);
  }

  private void runTask(LambdaName lambda, TaskRef ref) {
    var now = now();
    var attempt = new Attempt(ref, ClaimId.random(random));
    apply(Transitions.claim(attempt, lambda, OWNER, now, now.plus(LEASE)));
    var entity = engine.store().entities().findEntity(ref.taskId()).orElseThrow();
    handler.handle(entity.payload().bytes());
    var ending = new Ending(now, now.plus(RETENTION), History.NONE);
    apply(
        Transitions.succeed(
            attempt, lambda, Outcome.success("", Payload.EMPTY), ending, Notes.NONE));
  }

  private void apply(Transition transition) {
    if (!(engine.store().transitions().apply(transition) instanceof TransitionResult.Applied)) {
      throw new IllegalStateException(transition + " was refused");
    }
  }

  private Instant now() {
    return instants.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
