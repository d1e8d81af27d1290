package dev.atf.testkit;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.sim.net.Delivery;
import dev.atf.sim.net.Network;
import dev.atf.sim.net.NetworkConditions;
import dev.atf.sim.net.ProtocolVersion;
import dev.atf.sim.time.Carriers;
import dev.atf.sim.time.StuckEvents;
import dev.atf.sim.time.Timeline;
import dev.atf.sim.time.VirtualProcess;
import io.grpc.Channel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Processes in virtual time, joined by a network without losses and delays. They only run while a
 * thread drives them, one thread at a time.
 *
 * <p>Their wall clock is the clock of the test. Their monotonic time advances while they run, and
 * with the clock of the test.
 */
final class Machines implements AutoCloseable {
  private static final NetworkConditions CALM =
      new NetworkConditions() {
        @Override
        public Delivery request(String from, String to) {
          return Delivery.arrivesAfter(Duration.ZERO);
        }

        @Override
        public Delivery answer(String from, String to) {
          return Delivery.arrivesAfter(Duration.ZERO);
        }

        @Override
        public ProtocolVersion version(String process) {
          return ProtocolVersion.TODAYS;
        }
      };

  private static final Duration STEP = Duration.ofMillis(100);

  /** Maximum number of steps of a microsecond each. Together they are less than a millisecond. */
  private static final long STEPS_MAX = 900;

  /** Random source with the same seed in every test. */
  private final Random random = new Random(2_026);

  private final Carriers carriers = new Carriers();
  private final Timeline timeline = new Timeline(new Random(random.nextLong()));
  private final Network network =
      new Network(timeline, new Random(random.nextLong()), CALM, new StuckEvents(timeline));
  private final InstantSource clock;
  private final Instant beginning;
  private final List<VirtualProcess> processes = new ArrayList<>();

  /** Service in its own process. */
  record Running(VirtualProcess process, Service service) {}

  Machines(InstantSource clock) {
    this.clock = clock;
    this.beginning = clock.instant();
  }

  Timeline timeline() {
    return timeline;
  }

  VirtualProcess newProcess(String name) {
    var process = new VirtualProcess(timeline, carriers, name, Instant.EPOCH);
    processes.add(process);
    return process;
  }

  /** Returns a channel with which a process calls {@code to}. */
  Channel channel(VirtualProcess from, String to) {
    return network.channel(from, to);
  }

  RuntimePorts runtime(VirtualProcess process) {
    return new RuntimePorts(
        new ProcessName(process.name(), 1),
        this::wallClock,
        () -> monotonic(process),
        new Random(random.nextLong()),
        process,
        network.place(process, process.name()),
        new SimpleMeterRegistry());
  }

  /** Leaps of the test's clock are time that passes, and no error of the wall clock. */
  private long monotonic(VirtualProcess process) {
    return process.nanos() + Duration.between(beginning, clock.instant()).toNanos();
  }

  /**
   * Returns a time within the current millisecond of the test, so that the same tasks are due. It
   * advances and is set back within that millisecond. A component that paces itself with a stopped
   * clock would wait indefinitely, but it starts again when the clock is set back.
   */
  private Instant wallClock() {
    long steps = timeline.nanos() / STEP.toNanos() % STEPS_MAX;
    return clock.instant().plusNanos(STEPS_MAX * 1_000L - 1_000L * steps);
  }

  /** Starts a service that others reach by its name, and returns when it is ready. */
  Running start(String name, Function<VirtualProcess, Service> make) {
    var process = newProcess(name);
    var service = make.apply(process);
    run(process, service::start);
    return new Running(process, service);
  }

  /** Drains a service, and ends its process. */
  void stop(Running running) {
    run(running.process(), running.service()::close);
    running.process().kill();
    network.forget(running.process());
    processes.remove(running.process());
  }

  /** Runs {@code work} on a thread of a process, and drives all processes until it is done. */
  void run(VirtualProcess process, Runnable work) {
    var done = new boolean[1];
    process.start(
        "main",
        () -> {
          work.run();
          done[0] = true;
        });
    turnUntil(() -> done[0], Duration.ofMinutes(5));
  }

  /**
   * Drives all processes in steps until {@code end} is true.
   *
   * @throws IllegalStateException if it is not true within {@code atMost} of monotonic time
   */
  void turnUntil(BooleanSupplier end, Duration atMost) {
    turn(Duration.ZERO);
    for (var turned = Duration.ZERO; !end.getAsBoolean(); turned = turned.plus(STEP)) {
      if (turned.compareTo(atMost) >= 0) {
        throw new IllegalStateException("nothing has come of it within " + atMost);
      }
      turn(STEP);
    }
  }

  void turn(Duration time) {
    timeline.runUntil(Duration.ofNanos(timeline.nanos()).plus(time));
  }

  /** Ends all processes as if they were killed. */
  @Override
  public void close() {
    processes.forEach(VirtualProcess::kill);
    turn(STEP);
    carriers.close();
  }
}
