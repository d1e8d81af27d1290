package dev.atf.simulation.world;

import dev.atf.model.LambdaName;
import dev.atf.model.task.Association;
import dev.atf.sim.aws.UnreliableQueues;
import dev.atf.sim.aws.WatchedStore;
import dev.atf.sim.net.Network;
import dev.atf.sim.time.Carriers;
import dev.atf.sim.time.SimulationFailedException;
import dev.atf.sim.time.StuckEvents;
import dev.atf.sim.time.Timeline;
import dev.atf.simulation.check.ClaimedInTime;
import dev.atf.simulation.check.NoEndWhileExtended;
import dev.atf.simulation.check.ProgressGrows;
import dev.atf.simulation.check.Rule;
import dev.atf.simulation.check.Rules;
import dev.atf.simulation.check.RunningIsBounded;
import dev.atf.simulation.check.ScheduledDespiteZoneLoss;
import dev.atf.simulation.check.Shares;
import dev.atf.store.plans.JobCodec;
import dev.atf.storeconsumer.StoreConsumerConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;

/** Cluster of one seed, from its first process to the end of its last task. */
public final class World {
  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  /** Longest time after the faults: that of any task by the settings, with a margin. */
  private static final Duration QUIET_MAX = Duration.ofHours(2);

  private static final Duration CHECK_EVERY = Duration.ofSeconds(10);

  private final WorldPlan plan;
  private final Carriers carriers;
  private final boolean kept;
  private final Ablation ablation;
  private final Shares shares = new Shares();

  public World(WorldPlan plan, Carriers carriers, boolean kept, Ablation ablation) {
    this.plan = plan;
    this.carriers = carriers;
    this.kept = kept;
    this.ablation = ablation;
  }

  public WorldReport run() {
    var random = new Random(plan.seed() ^ 0x5DEECE66DL);
    var timeline = new Timeline(new Random(random.nextLong()));
    var log = new EventLog(timeline, BEGINNING, rules(), kept);
    var faults = new Faults(plan, timeline, new Random(random.nextLong()));
    var stuck = new StuckEvents(timeline);
    var network = new Network(timeline, new Random(random.nextLong()), faults, stuck);
    var store = new WatchedStore(timeline, faults::indexLag, log, ablation);
    var queues = new UnreliableQueues(timeline, new Random(random.nextLong()), faults);
    // The draws of the fleet and of its parts are one sequence.
    var chance = new Random(random.nextLong());
    var ports = new FaultyPorts(stuck, store, queues, faults, ablation, chance);
    var processes = new VirtualProcesses(timeline, carriers, network, chance, BEGINNING);
    var services =
        new ServiceWiring(plan, ablation, timeline, processes, network, ports, log, chance);
    var fleet = new Fleet(plan, timeline, network, processes, services, faults, log, chance);
    ports.setCrash(fleet::crash);
    var clients =
        new SimulatedClients(
            plan, ablation, fleet, network, ports, stuck, log, new Random(random.nextLong()));
    var periodics = new Periodics(plan, fleet, network, log, new Random(plan.seed() ^ 0x9E3779B9L));
    var jobs = new JobClient(plan, fleet, network, log, new Random(plan.seed() ^ 0x3C6EF372L));
    var faultScheduler =
        new FaultScheduler(plan, timeline, fleet, faults, queues, new Random(random.nextLong()));
    var now = plan.busyFor();
    try {
      fleet.start();
      clients.start();
      periodics.start();
      jobs.start();
      faultScheduler.start();
      timeline.runUntil(now);
      faults.heal();
      faultScheduler.end();
      var end = now.plus(QUIET_MAX);
      while (now.compareTo(end) < 0
          && log.violations().isEmpty()
          && !(clients.areDone()
              && periodics.areDone()
              && jobs.areDone()
              && rests(store)
              && store.all().stream().noneMatch(Association::needsAttention))) {
        now = now.plus(CHECK_EVERY);
        timeline.runUntil(now);
      }
      if (log.violations().isEmpty()) {
        log.atTheEnd(store.all());
      }
    } catch (SimulationFailedException e) {
      log.unforeseen(e);
    }
    fleet.endAll();
    clients.endAll();
    periodics.end();
    jobs.end();
    timeline.runUntil(now.plus(Duration.ofDays(2)));
    return new WorldReport(
        plan,
        now,
        timeline.happened(),
        log.hash(),
        log.violations(),
        log.lines(),
        log.taken(),
        faults.fired(),
        shares.count());
  }

  /** Returns whether no periodic task is to fire any more, and every job has ended. */
  private static boolean rests(WatchedStore store) {
    return store.plans().all().stream()
        .allMatch(
            one ->
                switch (one.kind()) {
                  case PERIODIC -> one.alarmAt() == null;
                  case JOB -> JobCodec.read(one).state().status().finished();
                  case ORDER -> true;
                  case CONDITION -> one.alarmAt() == null;
                });
  }

  private List<Rule> rules() {
    var attemptsMax = new HashMap<LambdaName, Integer>();
    for (var lambda : Fleet.lambdaNames(plan)) {
      attemptsMax.put(new LambdaName(lambda), plan.attemptsMax());
    }
    var rules = new ArrayList<>(Rules.always(attemptsMax));
    rules.add(shares);
    if (plan.hasNarrowFaultsAlone()) {
      rules.add(new NoEndWhileExtended(Times.LEASE));
    }
    if (plan.claimsAtOnce()) {
      rules.add(new ClaimedInTime(new LambdaName(Fleet.FIRST_LAMBDA)));
    }
    if (plan.schedulesDespiteZoneLoss()) {
      rules.add(new ScheduledDespiteZoneLoss());
    }
    if (!plan.has(FaultKind.MIXED_VERSIONS)) {
      rules.add(new ProgressGrows());
    }
    if (!plan.has(FaultKind.CLOCK_LEAPS)) {
      rules.addAll(
          Rules.ofRightClocks(
              Times.LEASE.clockErrorMax(),
              StoreConsumerConfig.DEFAULTS.enqueueTimeout(),
              StoreConsumerConfig.DEFAULTS.enqueueTimeoutDoublingsMax()));
      // A process that is stopped for longer than its lease cannot end itself.
      if (!plan.has(FaultKind.PAUSE)) {
        rules.addAll(Rules.ofUnstopped(Times.LEASE.clockErrorMax()));
        if (plan.runningMax() > 0) {
          rules.add(new RunningIsBounded(plan.runningMax()));
        }
      }
    }
    return rules;
  }
}
