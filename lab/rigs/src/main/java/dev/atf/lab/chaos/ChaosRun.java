package dev.atf.lab.chaos;

import dev.atf.cli.output.Progress;
import dev.atf.client.AtfClient;
import dev.atf.lab.processes.Edge;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.ProcessCluster;
import dev.atf.lab.processes.SupervisedExecutors;
import dev.atf.local.Pause;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.simulation.check.ProgressGrows;
import dev.atf.simulation.check.Rule;
import dev.atf.simulation.check.Rules;
import dev.atf.storeconsumer.StoreConsumerConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * One run: the whole system as processes, tasks of every kind, faults, a quiet time in which
 * everything must end, and a verdict. Can be run once; closing it ends everything that it has
 * started, also from another thread.
 */
public final class ChaosRun implements AutoCloseable {
  private static final int ATTEMPTS_MAX = 10;

  /** Tries of a client's call: the second goes to the other frontend. */
  private static final int TRIES_MAX = 2;

  private static final List<String> LAMBDAS = List.of(TaskRequest.STEADY, TaskRequest.POISONED);

  /**
   * Lease times: short, so that many leases fit into a run; long enough for a machine with other
   * load.
   */
  static final LeaseTimes LEASE =
      new LeaseTimes(
          Duration.ofSeconds(6),
          Duration.ofMillis(600),
          Duration.ofSeconds(1),
          3,
          Duration.ofMillis(250),
          Duration.ofSeconds(2));

  /** A service that starts while it cannot reach the store exits at once, and is started again. */
  private static final int STARTS_MAX = 20;

  /**
   * Longest time without a new event in the quiet time. Leases, back-offs and alarms need less than
   * a minute; the rest is for a slow machine.
   */
  private static final Duration STALL_MAX = Duration.ofMinutes(5);

  /**
   * Settings of a run.
   *
   * @param length of the time with faults
   * @param seed seed of the random faults and tasks
   * @param rate tasks a second
   * @param tryTimeout time limit of each of the two tries of a Schedule
   * @param limited whether at any time faults leave one of the two frontends alone, and one of them
   *     at most starts processes
   */
  public record Options(
      Duration length,
      long seed,
      int rate,
      Set<Fault.Family> families,
      Duration tryTimeout,
      boolean limited) {
    /**
     * Time limit of a try. It is shorter than callers wait for an answer, since a frontend that
     * hangs costs the first try, and longer than a busy machine stalls.
     */
    public static final Duration TRY_TIMEOUT_DEFAULT = Duration.ofSeconds(2);

    public Options {
      families = Set.copyOf(families);
    }
  }

  private final Options options;
  private final Path directory;
  private final Progress progress;
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Map<String, TaskRequest> requests = new ConcurrentHashMap<>();
  private final RunHistory history;
  private final ChaosRules.EndsAsRequested deeds;
  private volatile boolean closed;

  /** Parts of a run. */
  private record Cast(
      EffectSink sink,
      ProcessCluster cluster,
      StoreReader store,
      List<SupervisedExecutors> executors,
      ScheduleAvailability.Log calls,
      Clients clients,
      FaultInjector injector) {}

  /**
   * @param directory for the log of faults and the output of the processes
   */
  public ChaosRun(Options options, Path directory, Progress progress) {
    this.options = options;
    this.directory = directory;
    this.progress = progress;
    this.deeds = new ChaosRules.EndsAsRequested(requests::get, ATTEMPTS_MAX);
    var attemptsMax =
        Map.of(
            new LambdaName(TaskRequest.STEADY), ATTEMPTS_MAX,
            new LambdaName(TaskRequest.POISONED), ATTEMPTS_MAX);
    var rules = new ArrayList<Rule>(Rules.always(attemptsMax));
    rules.addAll(
        Rules.ofRightClocks(
            LEASE.clockErrorMax(),
            ProcessCluster.ENQUEUE_TIMEOUT,
            StoreConsumerConfig.DEFAULTS.enqueueTimeoutDoublingsMax()));
    rules.add(new ProgressGrows());
    rules.add(deeds);
    this.history =
        new RunHistory(
            rules,
            new ChaosRules.EffectsAreFenced(),
            new ChaosRules.NoOverlapUnlessStopped(LEASE.stored()));
  }

  /**
   * @throws CancellationException if it was closed in the meantime
   */
  public ChaosReport run() {
    progress.show("starting the system in " + directory);
    var cast = start();
    long begun = clock.nanos();
    progress.begin("seconds", (int) options.length().toSeconds());
    busy(cast, begun);
    progress.note(figures(cast) + "; waiting for the last faults");
    cast.injector().finish();
    cast.cluster().links().healAll();
    long healed = clock.nanos();
    awaitQuiet(cast);
    double quiet = clock.since(healed).toMillis() / 1e3;
    progress.end();
    if (closed) {
      throw cancelled();
    }
    if (!cast.clients().areDone()) {
      history.tell("clients are answered", "one is not, long after the faults");
    }
    cast.executors().forEach(SupervisedExecutors::close);
    cast.store().finish();
    history.atTheEnd(instants.instant());
    return report(cast, quiet, compareWithTheApi(cast));
  }

  private static CancellationException cancelled() {
    return new CancellationException("the run was closed before its end");
  }

  private Cast start() {
    var log = part(new FaultLog(directory.resolve("faults.log"), clock));
    var sink = part(EffectSink.start(history.witness()));
    var cluster =
        part(ProcessCluster.open(directory, LAMBDAS, LEASE, STARTS_MAX))
            .start(EnumSet.allOf(Part.class));
    var store = part(StoreReader.start(cluster.storeEndpoint(), history));
    var client =
        AtfClient.builder(
                cluster.links().uri(Edge.CLIENT_FRONTEND)
                    + ","
                    + cluster.links().uri(Edge.CLIENT_SECOND_FRONTEND))
            .callTimeout(options.tryTimeout())
            .triesMax(TRIES_MAX)
            .build();
    register(cluster);
    var executors =
        List.of(
            executors(cluster, sink, TaskRequest.STEADY, 2, 12),
            executors(cluster, sink, TaskRequest.POISONED, 1, 4));
    executors.forEach(SupervisedExecutors::awaitReady);
    var calls = new ScheduleAvailability.Log(clock, log::line);
    var clients = part(new Clients(client, history, requests, calls));
    var injector = part(new FaultInjector(cluster, executors, history, log::line, options));
    return new Cast(sink, cluster, store, executors, calls, clients, injector);
  }

  /**
   * Registers the lambdas by a client that waits long: no fault is injected yet, and a busy machine
   * is slow to start.
   */
  private static void register(ProcessCluster cluster) {
    try (var patient = AtfClient.builder(cluster.links().uri(Edge.CLIENT_FRONTEND)).build()) {
      LAMBDAS.forEach(name -> patient.registerLambda(definition(name)));
    }
  }

  private SupervisedExecutors executors(
      ProcessCluster cluster, EffectSink sink, String lambda, int count, int threads) {
    return part(
        SupervisedExecutors.start(
            cluster, lambda, count, threads, LEASE, OperationWorker.class, sink.uri(), lambda));
  }

  private synchronized <T extends AutoCloseable> T part(T part) {
    parts.push(part);
    if (closed) {
      closeParts();
      throw cancelled();
    }
    return part;
  }

  /** Returns a definition with quick retries: that they happen is what is tested. */
  private static Lambda definition(String name) {
    return Lambda.newBuilder()
        .setName(name)
        .setLeaseTimeout(ProtoTimes.proto(LEASE.lease()))
        .setRetry(
            Lambda.Retry.newBuilder()
                .setMaxAttempts(ATTEMPTS_MAX)
                .setInitialBackoff(ProtoTimes.proto(Duration.ofMillis(200)))
                .setMaxBackoff(ProtoTimes.proto(Duration.ofSeconds(2))))
        .build();
  }

  /** Schedules at the rate, and injects each fault at its time. */
  private void busy(Cast cast, long begun) {
    var draw = new TaskRequest.Generator(options.seed(), options.rate());
    var strikes =
        new ArrayDeque<>(Fault.Schedule.of(options.seed(), options.length(), options.families()));
    long end = begun + options.length().toNanos();
    long due = begun;
    for (long said = 1; due < end && !closed; said++) {
      Pause.until(due, clock);
      var lasted = clock.since(begun);
      while (!strikes.isEmpty() && strikes.element().at().compareTo(lasted) <= 0) {
        cast.injector().strike(strikes.remove().fault());
      }
      cast.clients().say(draw.next(), due);
      due = begun + said * 1_000_000_000L / options.rate();
      progress.step((int) lasted.toSeconds());
      progress.note(figures(cast));
    }
  }

  /** Returns when everything has ended, or when nothing happens any more. */
  private void awaitQuiet(Cast cast) {
    boolean goesOn;
    do {
      var before = history.events();
      goesOn =
          Pause.until(
              () -> {
                progress.note(figures(cast) + "; waiting for the rest");
                return closed || isAllOver(cast.clients()) || !history.events().equals(before);
              },
              STALL_MAX,
              clock);
    } while (goesOn && !closed && !isAllOver(cast.clients()));
  }

  private String figures(Cast cast) {
    return "%d scheduled, %d finished, %d faults, %d violations"
        .formatted(
            cast.clients().acknowledged().size(),
            history.finished(),
            cast.injector().struck().values().stream().mapToInt(Integer::intValue).sum(),
            history.violationCount());
  }

  private boolean isAllOver(Clients clients) {
    return clients.areDone() && history.tasks().stream().allMatch(task -> task.status().finished());
  }

  /**
   * Checks that the API reports what was written.
   *
   * @return the number of acknowledged tasks for which it does
   */
  private int compareWithTheApi(Cast cast) {
    int found = 0;
    var written =
        history.tasks().stream()
            .collect(Collectors.toMap(Association::taskId, Association::status));
    for (var taskId : cast.clients().acknowledged()) {
      var answer = cast.clients().get(taskId);
      var status = written.get(taskId);
      if (status != null && answer.name().equals(status.name())) {
        found++;
      } else {
        history.tell(
            "one outcome, unchanged",
            "%s is %s by the API and %s in the store".formatted(taskId, answer, status));
      }
    }
    return found;
  }

  private ChaosReport report(Cast cast, double quiet, int found) {
    return new ChaosReport(
        options.seed(),
        cast.clients().acknowledged().size(),
        count(TaskStatus.SUCCESS),
        count(TaskStatus.FATAL_FAILURE),
        count(TaskStatus.CANCELLED),
        deeds.parked(),
        history.executions(),
        cast.store().writes(),
        cast.sink().overlaps().size(),
        cast.sink().staleRefused(),
        cast.injector().struck(),
        cast.injector().struckFrontends(),
        cast.cluster().links().repliesLost().values().stream().mapToInt(Integer::intValue).sum(),
        cast.calls().availability(),
        found,
        quiet,
        history.violationCount(),
        history.violations());
  }

  private int count(TaskStatus status) {
    return (int) history.tasks().stream().filter(task -> task.status() == status).count();
  }

  /** Returns whether it was closed, possibly before its end. */
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    closeParts();
  }

  private synchronized void closeParts() {
    while (!parts.isEmpty()) {
      var part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        // A part that fails to end must not keep the others from ending.
        progress.show(part.getClass().getSimpleName() + " did not stop: " + e);
      }
    }
  }

  /** Lines with their times since the beginning, in a file; safe for many threads. */
  private static final class FaultLog implements AutoCloseable {
    private final PrintWriter out;
    private final MonotonicClock clock;
    private final long begun;

    FaultLog(Path file, MonotonicClock clock) {
      this.clock = clock;
      this.begun = clock.nanos();
      try {
        this.out =
            new PrintWriter(
                Files.newBufferedWriter(file, StandardCharsets.UTF_8), /* autoFlush= */ true);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void line(String what) {
      out.printf(Locale.ROOT, "%8.3f %s%n", clock.since(begun).toMillis() / 1e3, what);
    }

    @Override
    public void close() {
      out.close();
    }
  }
}
