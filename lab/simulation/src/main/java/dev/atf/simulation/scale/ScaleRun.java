package dev.atf.simulation.scale;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.sim.net.Delivery;
import dev.atf.sim.net.Network;
import dev.atf.sim.net.NetworkConditions;
import dev.atf.sim.net.ProtocolVersion;
import dev.atf.sim.time.Carriers;
import dev.atf.sim.time.StuckEvents;
import dev.atf.sim.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.function.LongConsumer;

/** Run of one experiment, from the start of its processes until its last task has finished. */
public final class ScaleRun {
  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  /** Time after which all members know each other: they send heartbeats every 2 s. */
  private static final Duration SETTLING = Duration.ofSeconds(10);

  /** Longest wait for tasks after the load; later ones are left out, and the report says so. */
  private static final Duration PATIENCE = Duration.ofHours(2);

  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration CALL = Duration.ofMillis(1);

  private final ScalePlan plan;
  private final MonotonicClock clock = MonotonicClock.system();
  private final Usage usage = new Usage();
  private final Timeline timeline;
  private final ScaleFigures figures;
  private final LimitedTables tables;
  private final ScalePorts ports;
  private final Random random;
  private Duration now = Duration.ZERO;

  private ScaleRun(ScalePlan plan) {
    this.plan = plan;
    this.random = new Random(plan.seed());
    this.timeline = new Timeline(new Random(random.nextLong()));
    this.figures = new ScaleFigures(timeline);
    this.tables = new LimitedTables(timeline, plan.tablePartitions(), usage, figures);
    this.ports = new ScalePorts(timeline, tables, usage, new Random(random.nextLong()));
  }

  /**
   * Runs the experiment.
   *
   * @param progress called with the number of finished tasks
   */
  public static ScaleReport run(ScalePlan plan, LongConsumer progress) {
    try (var carriers = new Carriers()) {
      return new ScaleRun(plan).run(carriers, progress);
    }
  }

  private ScaleReport run(Carriers carriers, LongConsumer progress) {
    long startedAt = clock.nanos();
    var weather = new FaultlessNetwork(new Latency(CALL, new Random(random.nextLong())));
    var network =
        new Network(timeline, new Random(random.nextLong()), weather, new StuckEvents(timeline));
    var fleet =
        new ScaleFleet(
            plan,
            timeline,
            carriers,
            network,
            ports,
            figures,
            new Random(random.nextLong()),
            BEGINNING);
    var load = new Load(plan, fleet, network, tables, figures, new Random(random.nextLong()));
    fleet.start();
    load.register();
    while (!load.isRegistered()) {
      go(STEP);
    }
    go(SETTLING);
    usage.restart();
    var dueFrom = now.plus(plan.lead());
    load(load, BEGINNING.plus(dueFrom));
    while (!isOver(dueFrom, load)) {
      go(STEP);
      progress.accept(figures.finishedCount());
    }
    var report = report(dueFrom, load.offeredCount(), clock.since(startedAt));
    fleet.endAll();
    timeline.runUntil(now.plus(Duration.ofDays(2)));
    return report;
  }

  private void load(Load load, Instant from) {
    load.load(plan.backlog(), from, Duration.ZERO);
    if (!plan.isAway()) {
      load.schedule(from, from.plus(plan.duration()));
      return;
    }
    var awayFrom = from.plus(calm());
    var end = from.plus(plan.duration()).plus(plan.away());
    var back = awayFrom.plus(plan.away());
    // Tasks that are scheduled so long ahead find the store available again.
    var reached = back.plus(plan.lead()).isBefore(end) ? back.plus(plan.lead()) : end;
    var unreached = Duration.between(awayFrom, reached);
    load.schedule(from, awayFrom);
    load.load(plan.dueIn(unreached), awayFrom, unreached);
    load.schedule(reached, end);
    timeline.after(Duration.between(BEGINNING.plus(now), awayFrom), () -> tables.setAway(true));
    timeline.after(
        Duration.between(BEGINNING.plus(now), awayFrom).plus(plan.away()),
        () -> tables.setAway(false));
  }

  /** Returns the time from the first due time until the store becomes unavailable. */
  private Duration calm() {
    return plan.duration().dividedBy(2);
  }

  private void go(Duration time) {
    now = now.plus(time);
    timeline.runUntil(now);
  }

  private boolean isOver(Duration dueFrom, Load load) {
    var loaded = dueFrom.plus(plan.duration()).plus(plan.away());
    boolean allFinished =
        figures.finishedCount() + figures.schedulesFailedCount() >= load.offeredCount();
    return (now.compareTo(loaded) >= 0 && allFinished) || now.compareTo(loaded.plus(PATIENCE)) > 0;
  }

  private ScaleReport report(Duration dueFrom, long offered, Duration real) {
    double busySeconds = figures.busySince(dueFrom).toMillis() / 1e3;
    var behindFrom = plan.isAway() ? dueFrom.plus(calm()).plus(plan.away()) : dueFrom;
    return new ScaleReport(
        plan,
        real.toMillis() / 1e3,
        now.toMillis() / 1e3,
        timeline.happened(),
        offered,
        figures.finishedCount(),
        figures.schedulesFailedCount(),
        figures.finishedCount() / Math.max(1e-3, busySeconds),
        figures.lateMillis(0.50),
        figures.lateMillis(0.99),
        figures.lateSince(behindFrom).toMillis() / 1e3,
        perTask(LimitedTables.WRITES),
        perTask(LimitedTables.READS),
        new ScaleReport.QueueRequests(
            perTask("push"),
            perTask("receive"),
            perTask("delete"),
            perTask("release"),
            perTask("depth")),
        Math.round(usage.of(LimitedTables.THROTTLES)),
        busiest(LimitedTables.ASSOCIATIONS),
        busiest(WriteUnits.INDEX),
        ports.queues().mostInFlight());
  }

  private double perTask(String what) {
    return usage.of(what) / Math.max(1, figures.finishedCount());
  }

  private ScaleReport.Partition busiest(String prefix) {
    return tables
        .partitions()
        .busiest(prefix)
        .map(found -> new ScaleReport.Partition(found.partition(), found.units()))
        .orElse(new ScaleReport.Partition("none", 0));
  }

  /** Network that loses no messages. */
  private record FaultlessNetwork(Latency latency) implements NetworkConditions {
    @Override
    public Delivery request(String from, String to) {
      return Delivery.arrivesAfter(latency.next());
    }

    @Override
    public Delivery answer(String from, String to) {
      return Delivery.arrivesAfter(latency.next());
    }

    @Override
    public ProtocolVersion version(String process) {
      return ProtocolVersion.TODAYS;
    }
  }
}
