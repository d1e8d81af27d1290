package dev.atf.worker.supervisor;

import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.worker.pool.ScaleConfig;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parent of the executors of a host. It restarts executors that died, and kills executors that have
 * outlived their deadline (law 5). A stopped or swapped-out executor cannot watch its own deadline,
 * but its parent can.
 */
public final class WorkerSupervisor implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WorkerSupervisor.class);

  /**
   * Maximum wait until killed executors are dead and reported. Even on a busy host, their process
   * trees can be searched twice in this time.
   */
  private static final Duration LAST_DEATHS_WITHIN = Duration.ofSeconds(5);

  private final SupervisorConfig config;
  private final Path directory;
  private final List<ExecutorSlot> places;
  private final List<ElasticPool> pools;
  private final ScaleConfig scale;
  private final RollingRestart rolling;
  private final HostOverload overload;
  private final DeathNotices deaths = new DeathNotices();
  private volatile Optional<RestartFile> restartFile = Optional.empty();
  private final MonotonicClock clock;
  private final Loops loops;
  private volatile Optional<Loop> watch = Optional.empty();
  private final CountDownLatch never = new CountDownLatch(1);

  /**
   * Dependencies of a supervisor on its surroundings. Tests provide their own.
   *
   * @param metrics metrics that its process publishes
   * @param loops loops of its process, whose health shows whether all of them are alive
   */
  public record Surroundings(
      MonotonicClock clock,
      InstantSource instants,
      RandomGenerator random,
      MeterRegistry metrics,
      Loops loops,
      PrintStream out,
      PrintStream err) {

    /** Creates surroundings with its own loops, whose health is not reported. */
    public Surroundings(
        MonotonicClock clock,
        InstantSource instants,
        RandomGenerator random,
        MeterRegistry metrics,
        PrintStream out,
        PrintStream err) {
      this(clock, instants, random, metrics, new Loops(clock, random, metrics), out, err);
    }

    /**
     * Returns the system's clocks and streams, in a process that serves its metrics and health.
     *
     * @param out stream for the children's output; their errors are written to the standard error
     *     of this process
     */
    public static Surroundings system(MeterRegistry metrics, Loops loops, PrintStream out) {
      return new Surroundings(
          MonotonicClock.system(),
          InstantSource.system(),
          new SecureRandom(),
          metrics,
          loops,
          out,
          System.err);
    }
  }

  /**
   * Creates a supervisor.
   *
   * @param directory directory for the children's deadline files, which only this supervisor uses;
   *     created if it is missing. It should be in memory: if a disk hangs, executors return their
   *     work
   */
  public WorkerSupervisor(
      List<WorkerSpec> specs, SupervisorConfig config, Path directory, Surroundings surroundings) {
    this(specs, config, ScaleConfig.DEFAULTS, directory, surroundings);
  }

  /**
   * Creates a supervisor for lambdas that may be elastic.
   *
   * @param scale limits for the lambdas whose number of processes follows the load
   */
  public WorkerSupervisor(
      List<WorkerSpec> specs,
      SupervisorConfig config,
      ScaleConfig scale,
      Path directory,
      Surroundings surroundings) {
    this.config = config;
    this.scale = scale;
    this.clock = surroundings.clock();
    this.loops = surroundings.loops();
    this.overload = new HostOverload(config);
    this.directory = makeDirectory(directory);
    this.places = places(specs, config, this.directory, overload, deaths, surroundings);
    this.pools = pools(specs, places, scale, overload, surroundings);
    this.rolling = new RollingRestart(places);
    specs.forEach(spec -> watch(spec.lambda(), surroundings.metrics()));
    Gauge.builder("atf.supervisor.executors.missing", this, WorkerSupervisor::missing)
        .register(surroundings.metrics());
    Gauge.builder("atf.supervisor.executors.crashlooping", this, WorkerSupervisor::crashLooping)
        .register(surroundings.metrics());
    Gauge.builder("atf.supervisor.host.overloaded", overload, host -> host.isOverloaded() ? 1 : 0)
        .register(surroundings.metrics());
  }

  /**
   * Registers a listener that is called for each executor that ends. It is called on the thread of
   * the watch, which it must not block. For an executor that possibly held attempts, it is called
   * when no process of its tree is left. On systems other than Linux, which do not show the
   * environment of processes, it is only called for executors that drained.
   */
  public void onDeath(Consumer<ExecutorDeath> listener) {
    deaths.tell(listener);
  }

  /**
   * Sets the source of the load for lambdas whose number of processes follows the load. Without a
   * source, they have their minimum number of processes.
   */
  public void scaleBy(LoadSource source) {
    pools.forEach(pool -> pool.scaleBy(source));
  }

  /** Returns whether the number of processes of any lambda follows its load. */
  public boolean isElastic() {
    return !pools.isEmpty();
  }

  /** Returns the limits of the load. */
  public ScaleConfig scale() {
    return scale;
  }

  /** Starts the executors and the watch over them. */
  public void start() {
    watch = Optional.of(loops.start("supervisor", this::update, LoopSettings.DEFAULT));
  }

  /** Returns the executors that are running now. */
  public List<ChildStatus> children() {
    return places.stream().map(ExecutorSlot::child).flatMap(Optional::stream).toList();
  }

  /** Returns all places, including places that are empty because their executors keep dying. */
  public List<PlaceStatus> places() {
    return places.stream().map(ExecutorSlot::status).toList();
  }

  /** Returns the state of each lambda's executors, by lambda. */
  public List<LambdaExecutors> executors() {
    var byLambda = new TreeMap<String, List<PlaceStatus>>();
    places()
        .forEach(
            place ->
                byLambda.computeIfAbsent(place.lambda(), name -> new ArrayList<>()).add(place));
    return byLambda.entrySet().stream()
        .map(entry -> LambdaExecutors.of(entry.getKey(), entry.getValue()))
        .toList();
  }

  /**
   * Returns the age of the oldest attempt on this host, with an error of one read interval and one
   * heartbeat; zero if there is none.
   */
  public Duration longestHeld() {
    long now = clock.nanos();
    return places.stream()
        .map(place -> place.longestHeld(now))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /**
   * Replaces the executors one after another, each by a new start of the same command. The new
   * version must be where that command finds it. The new process must be ready before the old one
   * is asked to exit. The old one drains, so no lease is lost. Returns immediately.
   */
  public void rollingRestart() {
    rolling.request();
  }

  /** Performs a rolling restart whenever the file is touched from now on. */
  public void rollingRestartOn(Path file) {
    restartFile = Optional.of(new RestartFile(file));
  }

  public boolean isRollingRestart() {
    return rolling.isInProgress();
  }

  /**
   * Returns whether the last rolling restart was aborted, because a new executor did not become
   * ready.
   */
  boolean hasRollingRestartFailed() {
    return rolling.hasFailed();
  }

  /**
   * Returns whether several executors lost their leases recently, so that the host seems to have
   * more executors than it can run.
   */
  boolean isHostOverloaded() {
    return overload.isOverloaded();
  }

  /** Returns whether the watch itself is running. Also true before its start and after its end. */
  public boolean isAlive() {
    return watch.map(Loop::isAlive).orElse(true);
  }

  /**
   * Asks all executors to exit, waits for their drain, and kills those that are left. The watch
   * over deadlines continues until then.
   */
  public void stop() {
    places.forEach(ExecutorSlot::askToEnd);
    long from = clock.nanos();
    try {
      while (anyRunning() && clock.since(from).compareTo(config.drainTimeout()) < 0) {
        boolean ignored = never.await(config.lookEvery().toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    watch.ifPresent(loops::stop);
    watch = Optional.empty();
    places.forEach(ExecutorSlot::kill);
    reportLastDeaths();
  }

  /**
   * Waits until the last executors are dead and reported. Their tasks can then start elsewhere
   * immediately, and the attempts that the drain has ended do not count.
   */
  private void reportLastDeaths() {
    long from = clock.nanos();
    try {
      do {
        places.forEach(this::updatePlace);
        deaths.update(clock.nanos());
      } while ((anyRunning() || !deaths.isEmpty())
          && clock.since(from).compareTo(LAST_DEATHS_WITHIN) < 0
          && !never.await(config.lookEvery().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills the executors without a drain, and restarts none. */
  public void kill() {
    places.forEach(ExecutorSlot::askToEnd);
    places.forEach(ExecutorSlot::kill);
  }

  @Override
  public void close() {
    stop();
  }

  private Duration update() {
    keepDirectory();
    pools.forEach(pool -> pool.update(clock.nanos()));
    places.forEach(this::updatePlace);
    deaths.update(clock.nanos());
    overload.update(clock.nanos(), places.stream().anyMatch(ExecutorSlot::isStartWaiting));
    if (restartFile.map(RestartFile::isTouched).orElse(false)) {
      rolling.request();
    }
    rolling.update(clock.nanos());
    return config.lookEvery();
  }

  /**
   * Creates the directory again if it was removed. Executors return all work if they cannot write
   * their deadlines. Cleaners of temporary files remove directories. At a logout, systemd removes
   * the user's files in {@code /dev/shm} (RemoveIPC).
   */
  private void keepDirectory() {
    try {
      makeDirectory(directory);
    } catch (UncheckedIOException e) {
      log.debug("the directory of the deadline files cannot be created", e);
    }
  }

  /** Updates one place. A failure must not prevent the watch over the others. */
  private void updatePlace(ExecutorSlot place) {
    try {
      place.update(clock.nanos());
    } catch (RuntimeException e) {
      var status = place.status();
      log.error("executor not watched lambda={} index={}", status.lambda(), status.index(), e);
    }
  }

  private boolean anyRunning() {
    return places.stream().anyMatch(ExecutorSlot::isRunning);
  }

  private double missing() {
    long now = clock.nanos();
    return places.stream().filter(place -> place.isMissing(now)).count();
  }

  private double crashLooping() {
    return places.stream().filter(ExecutorSlot::isCrashLoop).count();
  }

  private void watch(String lambda, MeterRegistry metrics) {
    Gauge.builder("atf.supervisor.processes", this, supervisor -> supervisor.processes(lambda))
        .tag("lambda", lambda)
        .register(metrics);
  }

  private double processes(String lambda) {
    return children().stream().filter(child -> child.lambda().equals(lambda)).count();
  }

  private static List<ElasticPool> pools(
      List<WorkerSpec> specs,
      List<ExecutorSlot> places,
      ScaleConfig scale,
      HostOverload overload,
      Surroundings surroundings) {
    var pools = new ArrayList<ElasticPool>();
    int from = 0;
    for (var spec : specs) {
      int to = from + spec.processes().most();
      if (spec.processes().isElastic()) {
        var own = places.subList(from, to);
        long now = surroundings.clock().nanos();
        pools.add(new ElasticPool(spec, own, scale, overload, surroundings.random(), now));
      }
      from = to;
    }
    return List.copyOf(pools);
  }

  private static List<ExecutorSlot> places(
      List<WorkerSpec> specs,
      SupervisorConfig config,
      Path directory,
      HostOverload overload,
      DeathNotices deaths,
      Surroundings surroundings) {
    var starts = new StartLimit(overload, config.readyWithin());
    var places = new ArrayList<ExecutorSlot>();
    for (var spec : specs) {
      for (int index = 0; index < spec.processes().most(); index++) {
        places.add(
            new ExecutorSlot(
                spec,
                index,
                config,
                new ChildLauncher(spec, index, directory, overload, surroundings),
                new RestartBackoff(config, overload, surroundings.random()),
                overload,
                starts,
                deaths,
                surroundings.instants(),
                surroundings.metrics()));
      }
    }
    return List.copyOf(places);
  }

  /** Creates a directory that only this user may enter, if the file system has users. */
  private static Path makeDirectory(Path directory) {
    var path = directory.toAbsolutePath();
    try {
      return path.getFileSystem().supportedFileAttributeViews().contains("posix")
          ? Files.createDirectories(
              path,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))
          : Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * File whose modification requests a rolling restart: {@code touch FILE}. It need not exist yet.
   */
  private static final class RestartFile {
    private final Path file;
    private Optional<FileTime> seen;

    RestartFile(Path file) {
      this.file = file;
      this.seen = touchedAt();
    }

    /** Returns whether the file was touched since the last call. Its removal does not count. */
    boolean isTouched() {
      var before = seen;
      seen = touchedAt();
      return seen.isPresent() && !seen.equals(before);
    }

    private Optional<FileTime> touchedAt() {
      try {
        return Optional.of(Files.getLastModifiedTime(file));
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }
}
