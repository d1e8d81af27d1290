package dev.atf.lab.bench.contender;

import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.JobHandler;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.local.EngineKind;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.queue.QueueName;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Best throughput of an engine: the reads and writes of a task's life, in store and queues, by a
 * bare loop of as many threads as there would be handlers. No service, no call between processes,
 * no lease, no order.
 */
public final class EngineFloor implements Contender {
  static final Priority PRIORITY = new Priority("normal");

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
      threads.execute(new FloorLoop(engine, due, handler, new SplittableRandom(i)));
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
  public Duration cpu() {
    return ProcessTimes.ofThisAndBelow();
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
}
