package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.controller.QueueLoad;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.worker.pool.ProcessRange;
import dev.atf.worker.pool.ScaleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests a pool on a clock of its own; its places are not updated, so that nothing is started. */
final class ElasticPoolTest {
  private static final ScaleConfig SCALE =
      new ScaleConfig(10, Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofSeconds(5));

  /** Longest wait until the next decision: one and a half of the interval. */
  private static final Duration LOOK_MAX = Duration.ofMillis(7_500);

  private static final Duration UPDATE = Duration.ofMillis(200);

  private final HostOverload overload = new HostOverload(SupervisorConfig.DEFAULTS);
  private long now = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();
  private QueueLoad load = QueueLoad.NONE;
  private List<ExecutorSlot> places = List.of();

  @Test
  void aSleepingLambdaIsWokenByTheFirstUpdateThatSeesAReference() {
    var pool = pool("0..8");
    pass(pool, Duration.ofMinutes(10));
    assertThat(awake()).isZero();

    load = queued(1);
    pool.update(now);

    assertThat(awake()).isEqualTo(1);
  }

  @Test
  void growsByOneAndAQuarterOncePerLookUntilTheMostIsReached() {
    var pool = pool("0..8");
    load = queued(1_000);

    pool.update(now);
    pool.update(now);
    assertThat(awake()).isEqualTo(1);

    pass(pool, LOOK_MAX);
    assertThat(awake()).isBetween(2L, 4L);
    pass(pool, Duration.ofMinutes(1));
    assertThat(awake()).isEqualTo(8);
  }

  @Test
  void shrinksByOneWheneverItWasIdleForLongEnough() {
    var pool = pool("0..3");
    load = queued(1_000);
    pass(pool, Duration.ofMinutes(1));
    assertThat(awake()).isEqualTo(3);

    load = QueueLoad.NONE;
    pass(pool, SCALE.idleAfter().minus(UPDATE));
    assertThat(awake()).isEqualTo(3);
    pass(pool, LOOK_MAX);
    assertThat(awake()).isEqualTo(2);

    pass(pool, SCALE.idleAfter().plus(LOOK_MAX));
    assertThat(awake()).isEqualTo(1);
    pass(pool, SCALE.idleAfter().plus(LOOK_MAX));
    assertThat(awake()).isZero();
  }

  @Test
  void theLastProcessStaysWhileItIsHandedTasks() {
    var pool = pool("0..3");
    load = queued(1);
    pool.update(now);

    for (int task = 1; task <= 10; task++) {
      load = new QueueLoad(0, Duration.ZERO, task);
      pass(pool, SCALE.idleAfter().minus(UPDATE));
    }
    assertThat(awake()).isEqualTo(1);

    pass(pool, SCALE.idleAfter().plus(LOOK_MAX));
    assertThat(awake()).isZero();
  }

  @Test
  void anOverloadedHostDoesNotGrow() {
    var pool = pool("0..3");
    overload.leaseLost("paint/0", now);
    overload.leaseLost("wash/0", now);
    load = queued(1_000);

    pass(pool, Duration.ofMinutes(1));

    assertThat(awake()).isZero();
  }

  @Test
  void theNumberStaysWhileTheLoadIsUnknown() {
    var pool = pool("0..3");
    load = queued(1);
    pool.update(now);
    pool.scaleBy(
        (lambda, processes, most) -> {
          // Logged thousands of times: without its stack trace.
          throw new RuntimeException("unknown", null, false, false) {};
        });

    pass(pool, Duration.ofMinutes(10));

    assertThat(awake()).isEqualTo(1);
  }

  @Test
  void theLeastRunWithoutAnyLoad() {
    var pool = pool("2..3");

    pass(pool, Duration.ofMinutes(10));

    assertThat(awake()).isEqualTo(2);
  }

  private static QueueLoad queued(int references) {
    return new QueueLoad(references, Duration.ofSeconds(1), 0);
  }

  private long awake() {
    return places.stream().filter(place -> !place.isAsleep()).count();
  }

  /** Updates the pool as the supervisor does while this time passes. */
  private void pass(ElasticPool pool, Duration time) {
    for (long left = time.toNanos(); left > 0; left -= UPDATE.toNanos()) {
      now += UPDATE.toNanos();
      pool.update(now);
    }
  }

  private ElasticPool pool(String range) {
    var spec =
        new WorkerSpec("paint", ProcessRange.parse(range), List.of("sh", "-c", ":"), Map.of());
    places =
        IntStream.range(0, spec.processes().most()).mapToObj(index -> place(spec, index)).toList();
    var pool = new ElasticPool(spec, places, SCALE, overload, new Random(1), now);
    pool.scaleBy((lambda, processes, most) -> load);
    return pool;
  }

  private ExecutorSlot place(WorkerSpec spec, int index) {
    var metrics = new SimpleMeterRegistry();
    var parts =
        new WorkerSupervisor.Surroundings(
            MonotonicClock.system(),
            InstantSource.system(),
            new Random(1),
            metrics,
            System.out,
            System.err);
    var config = SupervisorConfig.DEFAULTS;
    return new ExecutorSlot(
        spec,
        index,
        config,
        new ChildLauncher(spec, index, Path.of("target"), overload, parts),
        new RestartBackoff(config, overload, new Random(1)),
        overload,
        new StartLimit(overload, config.readyWithin()),
        new DeathNotices(),
        InstantSource.system(),
        metrics);
  }
}
