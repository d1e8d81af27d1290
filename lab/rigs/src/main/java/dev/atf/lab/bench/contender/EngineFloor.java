package dev.atf.lab.bench.contender;

import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.JobHandler;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.local.EngineKind;
import dev.atf.local.Pause;
import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.task.Association;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.PageMark;
import dev.atf.store.TransitionResult;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Best throughput of an engine: the reads and writes of a task's life, in store and queues, by a
 * bare loop of as many threads as there would be handlers. No service, no call between processes,
 * no lease, no order.
 */
public final class EngineFloor implements Contender {
  private static final Priority PRIORITY = new Priority("normal");

  /** Messages of one request to a queue. */
  private static final int TEN = 10;

  private static final Duration STOP_MAX = Duration.ofSeconds(30);
  private static final Duration LIFETIME = Duration.ofDays(30);

  private final BareEngine engine;
  private final ExecutorService threads;
  private final DueTasks due;
  private final InstantSource instants = InstantSource.system();
  private final SecureRandom random = new SecureRandom();

  private EngineFloor(BareEngine engine, Setup setup) {
    this.engine = engine;
    this.due = new DueTasks(engine.store().index(), queues());
    this.threads = Executors.newFixedThreadPool(setup.threads());
    var handler = new JobHandler(ExecutionLog.in(setup.executions()));
    for (int i = 0; i < setup.threads(); i++) {
      threads.execute(new Loop(engine, due, handler, new SplittableRandom(i)));
    }
  }

  /** Starts an engine with its data on disk. */
  public record Starter(EngineKind engine) implements Contender.Starter {
    @Override
    public String name() {
      return "floor of " + engine;
    }

    @Override
    public Contender start(Setup setup) {
      var bare = BareEngine.start(engine, setup.directory());
      try {
        queues().forEach(bare.queues().admin()::ensure);
        return new EngineFloor(bare, setup);
      } catch (RuntimeException e) {
        bare.close();
        throw e;
      }
    }
  }

  private static List<QueueName> queues() {
    return KINDS.stream().map(kind -> new QueueName(new LambdaName(kind), PRIORITY)).toList();
  }

  @Override
  public void schedule(Job job) {
    var now = instants.instant().truncatedTo(ChronoUnit.MILLIS);
    var header =
        new TaskHeader(
            TaskId.random(random),
            new LambdaName(job.kind()),
            PRIORITY,
            null,
            0,
            now,
            job.dueAt().truncatedTo(ChronoUnit.MILLIS),
            job.dueAt().truncatedTo(ChronoUnit.MILLIS).plus(LIFETIME),
            null);
    var payload = new Payload(job.payload(), "");
    var expiresAt = header.deadline().plus(LIFETIME);
    engine.store().entities().putIfAbsent(new TaskEntity(header, payload, Map.of(), "", expiresAt));
    engine.store().associations().create(Association.scheduled(header));
  }

  /** Schedules one by one: the ports have no call for many tasks. */
  @Override
  public void scheduleBatch(List<Job> jobs) {
    jobs.forEach(this::schedule);
  }

  @Override
  public boolean hasPriorities() {
    return false;
  }

  @Override
  public void close() {
    due.close();
    // Each ends after its current round, during which its engine must still run.
    threads.shutdown();
    try {
      if (!threads.awaitTermination(STOP_MAX.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("the loops of the floor do not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    engine.close();
  }

  /** One thread of a floor: releases and pushes ten, then receives, runs and finishes ten. */
  private static final class Loop implements Runnable {
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

    Loop(BareEngine engine, DueTasks due, JobHandler handler, RandomGenerator random) {
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
        queue.ifPresentOrElse(
            this::work, () -> Pause.until(clock.nanos() + PAUSE.toNanos(), clock));
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

  /**
   * Tasks that are due by the index, in tens, and the number of them that wait in the queues. Polls
   * again when all that it gave out were released.
   */
  private static final class DueTasks {
    private static final int PAGE = 1_000;
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final TriggerIndex index;
    private final List<QueueName> queues;
    private final Queue<Some> found = new ArrayDeque<>();
    private final Map<QueueName, Integer> messages = new HashMap<>();
    private Instant nextLookAt = Instant.EPOCH;
    private int unreleased;
    private boolean closed;

    DueTasks(TriggerIndex index, List<QueueName> queues) {
      this.index = index;
      this.queues = queues;
    }

    /** Some due tasks of one queue, at most ten. */
    record Some(QueueName queue, List<TriggerEntry> entries) {}

    /** Returns tasks for the caller to release and then to report with {@link #released}. */
    synchronized Optional<Some> next(Instant now) {
      if (unreleased == 0 && !now.isBefore(nextLookAt)) {
        queues.forEach(queue -> look(queue, now));
        unreleased = found.size();
        nextLookAt = now.plus(LOOK_EVERY);
      }
      return Optional.ofNullable(found.poll());
    }

    /** Reports that these tasks are in their queue. */
    synchronized void released(Some some) {
      unreleased--;
      messages.merge(some.queue(), some.entries().size(), Integer::sum);
    }

    synchronized void received(QueueName queue, int count) {
      messages.merge(queue, -count, Integer::sum);
    }

    synchronized Optional<QueueName> queueWithMessages() {
      return queues.stream().filter(queue -> messages.getOrDefault(queue, 0) > 0).findFirst();
    }

    synchronized void close() {
      closed = true;
    }

    synchronized boolean isClosed() {
      return closed;
    }

    private void look(QueueName queue, Instant now) {
      var partition = TriggerPartition.live(queue.lambda(), queue.priority(), 0, Alarm.DUE);
      Optional<PageMark> mark = Optional.empty();
      do {
        var page = index.read(partition, now, PAGE, mark);
        var entries = page.entries();
        for (int from = 0; from < entries.size(); from += TEN) {
          found.add(new Some(queue, entries.subList(from, Math.min(entries.size(), from + TEN))));
        }
        mark = page.next();
      } while (mark.isPresent());
    }
  }
}
