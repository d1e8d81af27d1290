package dev.atf.lab.chaos;

import dev.atf.lab.chaos.Fault.Victim;
import dev.atf.lab.processes.Edge;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.ProcessCluster;
import dev.atf.lab.processes.SupervisedExecutors;
import dev.atf.lab.processes.UnixSignal;
import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Injects the faults of a schedule into a cluster. They overlap, except for two on the same process
 * or link, and for two on frontends and two that start processes if they are limited: the later is
 * left out, so that none pile up on a slow machine.
 */
final class FaultInjector implements AutoCloseable {
  /** Processes and links of the frontends. */
  private static final Set<Object> FRONTENDS =
      Set.of(
          Victim.FRONTEND,
          Victim.SECOND_FRONTEND,
          Edge.CLIENT_FRONTEND,
          Edge.CLIENT_SECOND_FRONTEND,
          Edge.FRONTEND_DYNAMODB,
          Edge.SECOND_FRONTEND_DYNAMODB,
          Edge.FRONTEND_SQS,
          Edge.SECOND_FRONTEND_SQS);

  /** Stands for the starts of processes, of which a small machine bears one at a time. */
  private static final Object STARTS = "starts";

  private static final double LOSSES = 0.2;
  private static final Duration DELAY = Duration.ofMillis(300);

  /** Time limit within which faults end, also on a slow machine. */
  private static final Duration OVER_MAX = Duration.ofMinutes(10);

  private final ProcessCluster cluster;
  private final List<SupervisedExecutors> executors;
  private final RunHistory history;
  private final Consumer<String> log;
  private final boolean limited;
  private final Random random;
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<Object, Lock> locks = new ConcurrentHashMap<>();
  private final Map<Fault.Family, Integer> struck = new EnumMap<>(Fault.Family.class);
  private int struckFrontends;

  FaultInjector(
      ProcessCluster cluster,
      List<SupervisedExecutors> executors,
      RunHistory history,
      Consumer<String> log,
      ChaosRun.Options options) {
    this.cluster = cluster;
    this.executors = executors;
    this.history = history;
    this.log = log;
    this.limited = options.limited();
    this.random = new Random(options.seed());
  }

  /** Returns the number of faults so far, by family. */
  synchronized Map<Fault.Family, Integer> struck() {
    return new EnumMap<>(struck);
  }

  /** Returns the number of those that hit a frontend or one of its links. */
  synchronized int struckFrontends() {
    return struckFrontends;
  }

  /** Injects a fault; returns at once. */
  void strike(Fault fault) {
    threads.execute(
        () -> {
          var held = new ArrayDeque<Lock>();
          try {
            for (var target : excludedBy(fault)) {
              var lock = locks.computeIfAbsent(target, one -> new ReentrantLock());
              if (!lock.tryLock()) {
                log.accept("left out " + fault);
                return;
              }
              held.push(lock);
            }
            log.accept("begins " + fault);
            carryOut(fault);
            count(fault);
            log.accept("over   " + fault);
          } catch (RuntimeException e) {
            log.accept("failed " + fault + ": " + e);
            if (!threads.isShutdown()) {
              history.tell("the system starts again", fault + ": " + e.getMessage());
            }
          } finally {
            held.forEach(Lock::unlock);
          }
        });
  }

  /** Returns the objects whose locks a fault holds. */
  private Set<Object> excludedBy(Fault fault) {
    var targets = new HashSet<Object>(targetsOf(fault));
    if (limited && targets.removeAll(FRONTENDS)) {
      targets.add(FRONTENDS);
    }
    if (limited && startsProcesses(fault)) {
      targets.add(STARTS);
    }
    return targets;
  }

  private static boolean startsProcesses(Fault fault) {
    return fault instanceof Fault.Kill
        || fault instanceof Fault.Replace
        || (fault instanceof Fault.ZoneLoss loss && loss.killed());
  }

  private static List<?> targetsOf(Fault fault) {
    if (fault instanceof Fault.Kill kill) {
      return List.of(kill.victim());
    }
    if (fault instanceof Fault.Stop stop) {
      return List.of(stop.victim());
    }
    if (fault instanceof Fault.Replace replace) {
      return List.of(replace.victim());
    }
    if (fault instanceof Fault.ZoneLoss loss) {
      return loss.zone().victims();
    }
    return List.of(((Fault.BadLink) fault).edge());
  }

  private synchronized void count(Fault fault) {
    struck.merge(fault.family(), 1, Integer::sum);
    if (targetsOf(fault).stream().anyMatch(FRONTENDS::contains)) {
      struckFrontends++;
    }
  }

  private void carryOut(Fault fault) {
    if (fault instanceof Fault.Kill kill) {
      kill(List.of(kill.victim()), Duration.ZERO);
    } else if (fault instanceof Fault.Stop stop) {
      stop(List.of(stop.victim()), stop.lasting());
    } else if (fault instanceof Fault.ZoneLoss loss) {
      if (loss.killed()) {
        kill(loss.zone().victims(), loss.lasting());
      } else {
        stop(loss.zone().victims(), loss.lasting());
      }
    } else if (fault instanceof Fault.Replace replace) {
      replace(replace.victim());
    } else if (fault instanceof Fault.BadLink bad) {
      spoil(bad);
    }
  }

  /** Kills processes at one instant, and starts the services among them again after a while. */
  private void kill(List<Victim> victims, Duration awayFor) {
    var pids = victims.stream().map(this::pidOf).toList();
    pids.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    last(awayFor);
    victims.stream()
        .filter(victim -> victim != Victim.EXECUTOR)
        .forEach(victim -> cluster.start(partOf(victim)));
  }

  /** Stops processes at one instant, for a while. */
  private void stop(List<Victim> victims, Duration lasting) {
    var pids = victims.stream().map(this::pidOf).toList();
    for (long pid : pids) {
      history.stopped(Long.toString(pid), instants.instant());
      UnixSignal.STOP.send(pid);
    }
    try {
      last(lasting);
    } finally {
      for (long pid : pids) {
        UnixSignal.CONT.send(pid);
        history.wentOn(Long.toString(pid), instants.instant());
      }
    }
  }

  private void replace(Victim victim) {
    if (victim == Victim.EXECUTOR) {
      executors.forEach(SupervisedExecutors::roll);
      boolean over =
          Pause.until(
              () -> executors.stream().noneMatch(SupervisedExecutors::isRolling), OVER_MAX, clock);
      if (!over) {
        throw new IllegalStateException("the executors are not replaced");
      }
      return;
    }
    var part = partOf(victim);
    log.accept("exit code " + cluster.roll(part) + " of the former " + part);
  }

  private void spoil(Fault.BadLink bad) {
    var link = cluster.links().of(bad.edge());
    switch (bad.trouble()) {
      case LOSE_REPLIES -> link.loseReplies(LOSSES);
      case DELAY_REPLIES -> link.delayReplies(DELAY);
      case SWALLOW_REPLIES -> link.swallowReplies();
      case CUT -> link.cut();
    }
    try {
      last(bad.lasting());
    } finally {
      link.heal();
    }
  }

  private long pidOf(Victim victim) {
    if (victim != Victim.EXECUTOR) {
      return cluster.process(partOf(victim)).pid();
    }
    if (!Pause.until(() -> !executorPids().isEmpty(), OVER_MAX, clock)) {
      throw new IllegalStateException("no executor comes back");
    }
    var pids = executorPids();
    synchronized (this) {
      return pids.get(random.nextInt(pids.size()));
    }
  }

  private List<Long> executorPids() {
    return executors.stream().flatMap(some -> some.pids().stream()).toList();
  }

  private static Part partOf(Victim victim) {
    return switch (victim) {
      case FRONTEND -> Part.FRONTEND;
      case SECOND_FRONTEND -> Part.SECOND_FRONTEND;
      case HSC -> Part.HSC;
      case STORE_CONSUMER -> Part.STORE_CONSUMER;
      case CONTROLLER -> Part.CONTROLLER;
      case EXECUTOR -> throw new IllegalArgumentException("an executor is not a service");
    };
  }

  private void last(Duration length) {
    Pause.until(clock.nanos() + length.toNanos(), clock);
  }

  /** Returns when every fault is over and healed; none may be started any more. */
  void finish() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(OVER_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        history.tell("faults end", "one is not over within " + OVER_MAX);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
