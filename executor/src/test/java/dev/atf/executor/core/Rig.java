package dev.atf.executor.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.ExecutorTuning;
import dev.atf.executor.LeaseConfig;
import dev.atf.executor.StagingConfig;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.core.attempt.AttemptRun;
import dev.atf.executor.core.attempt.AttemptSpans;
import dev.atf.executor.core.attempt.BoundHandler;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.PayloadReader;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.health.DiskWatch;
import dev.atf.executor.core.health.HealthGate;
import dev.atf.executor.core.health.HealthNotice;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.executor.core.lease.DeadlineWatch;
import dev.atf.executor.core.lease.HeartbeatStep;
import dev.atf.executor.core.log.LogSender;
import dev.atf.executor.core.staging.Staging;
import dev.atf.executor.core.staging.StagingPorts;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rate.Backoff;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Core of one executor on a manual clock; a test turns the steps. */
public final class Rig {
  public static final String LAMBDA = "paint";
  static final String OTHER_LAMBDA = "wash";
  static final Duration HOLD_FOR = Duration.ofMillis(1);
  public static final Duration DISK_EVERY = Duration.ofSeconds(10);
  static final Duration GRACE = Duration.ofSeconds(10);

  public final ManualClock clock = new ManualClock();
  public final FakeCluster cluster = new FakeCluster();
  static final ExecutorTuning TUNING = ExecutorTuning.DEFAULTS;
  static final Backoff BACKOFF = new Backoff(TUNING.backoffMin(), TUNING.backoffMax());

  public final RecordingTerminator terminator = new RecordingTerminator();
  public final RunningAttempts running = new RunningAttempts();
  final Drain drain = new Drain(Threads.system());
  public final HealthGate health = new HealthGate(true);
  public final DiskWatch disk;
  public final Staging staging;
  public final LeaseConfig lease = LeaseConfig.DEFAULTS;
  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  final ExecutorConfig config =
      ExecutorConfig.DEFAULTS.withLambda(LAMBDA).withNextWorkWait(HOLD_FOR);
  final ExecutorIdentity identity = new ExecutorIdentity("host:1:nonce", LAMBDA, 1);
  public final LogSender logs =
      new LogSender(identity, lease.callTimeout(), cluster, clock, Threads.system(), metrics);
  public final HeartbeatStep heartbeat =
      new HeartbeatStep(identity, lease, running, cluster, logs, terminator, clock, metrics);
  public final DeadlineWatch watch = new DeadlineWatch(lease, running, terminator, clock);
  final Pace pace = new Pace(1, TUNING.askAhead());
  final Fetcher fetcher;
  public final Reporter reporter;
  public final Slot slot;
  private final AttemptRun run;
  private final DeadlineNotice notice;
  private final Random random = new Random(7);
  final HandlerGrace grace;

  /** Number of other slots, as a real process has; the one slot here is among them. */
  volatile int otherSlots;

  public Rig(TaskHandler<JsonNode> handler) {
    this(handler, DeadlineNotice.NONE);
  }

  public Rig(TaskHandler<JsonNode> handler, DeadlineNotice notice) {
    this(handler, notice, StagingConfig.DEFAULTS, StagingPorts.REFUSING);
  }

  public Rig(TaskHandler<JsonNode> handler, StagingConfig files, StagingPorts staging) {
    this(handler, DeadlineNotice.NONE, files, staging);
  }

  private Rig(
      TaskHandler<JsonNode> handler,
      DeadlineNotice notice,
      StagingConfig files,
      StagingPorts ports) {
    disk =
        new DiskWatch(
            ports.disk(),
            files.path(),
            DISK_EVERY,
            health,
            new HealthNotice(identity, cluster, lease.callTimeout()));
    staging = staging(identity, files, ports);
    var json = new ObjectMapper();
    var reader = new PayloadReader<JsonNode>(json, json.constructType(JsonNode.class));
    var bound = BoundHandler.of(reader, handler);
    var handlers = new Handlers(Map.of(LAMBDA, bound, OTHER_LAMBDA, bound));
    var threads = Threads.system();
    fetcher =
        new Fetcher(
            identity, config, cluster, running, pace, drain, health, clock, threads, metrics);
    reporter =
        new Reporter(identity, config, cluster, running, clock, threads, new Random(7), metrics);
    run = new AttemptRun(handlers, AttemptSpans.OFF, terminator, clock, json, staging);
    this.notice = notice;
    slot = newSlot();
    grace =
        new HandlerGrace(
            GRACE,
            running,
            drain,
            cluster,
            () -> Math.max(otherSlots + (slot.isFinished() ? 0 : 1), running.count()),
            terminator,
            clock,
            metrics);
  }

  /** Returns the files of a process, which retries immediately. */
  public static Staging staging(
      ExecutorIdentity identity, StagingConfig config, StagingPorts ports) {
    return new Staging(
        identity,
        config,
        ports,
        new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)),
        Threads.system(),
        new Random(7));
  }

  /** Returns the files of a process whose tasks have none. */
  public static Staging noFiles() {
    return staging(
        new ExecutorIdentity("host:1:nonce", LAMBDA, 1),
        StagingConfig.DEFAULTS,
        StagingPorts.REFUSING);
  }

  /** Returns one more slot of the same process. */
  Slot newSlot() {
    return new Slot(
        config, fetcher, run, reporter, running, heartbeat, notice, logs, pace, drain, health, disk,
        clock, random);
  }

  /**
   * Returns an attempt that the cluster and this process hold, whose handler was not called yet.
   */
  public RunningAttempt holds(String taskId) throws Exception {
    return holds(taskId, slot);
  }

  /** Returns a held attempt in a slot of its own. */
  public RunningAttempt newSlotHolds(String taskId) throws Exception {
    return holds(taskId, newSlot());
  }

  private RunningAttempt holds(String taskId, Slot slot) throws Exception {
    cluster.queue.add(FakeCluster.work(taskId, LAMBDA, "{}"));
    slot.turn();
    return running.all().stream()
        .filter(attempt -> attempt.taskId().equals(taskId))
        .findFirst()
        .orElseThrow();
  }

  public Duration left(RunningAttempt attempt) {
    return Duration.ofNanos(attempt.deadline() - clock.nanos());
  }

  public Optional<dev.atf.protocol.v1.AttemptResult> recorded(Work work) {
    return Optional.ofNullable(cluster.recorded.get(FakeCluster.refOf(work)));
  }
}
