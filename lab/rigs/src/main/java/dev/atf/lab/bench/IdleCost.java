package dev.atf.lab.bench;

import dev.atf.controller.ControllerConfig;
import dev.atf.controller.IdlePolls;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.hsc.worker.PlaceDirectory;
import dev.atf.hsc.worker.WorkerSightings;
import dev.atf.model.LambdaName;
import dev.atf.model.worker.HealthTimes;
import dev.atf.model.worker.LambdaWork;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.model.worker.PlaceReport;
import dev.atf.model.worker.WorkerInstance;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.awake.AwakeLambdas;
import dev.atf.store.lambda.VersionedLambdas;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.worker.HostSightings;
import dev.atf.store.worker.WorkerPlaces;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Requests and dollars of a cluster without tasks, computed from the intervals of the code and its
 * default settings.
 */
public record IdleCost(
    Cluster cluster, PriceTable prices, List<Source> sources, double dollarsAMonth) {
  private static final Duration MONTH = Duration.ofDays(30);

  /** Estimate of an item in the lambdas table with usual settings. */
  private static final double LAMBDA_BYTES = 700;

  private static final double READ_UNIT_BYTES = 4_096;

  /**
   * Size of a cluster without tasks.
   *
   * @param priorities of each lambda, which has one shard
   * @param hosts worker hosts, each with executors of all lambdas
   * @param services frontends, and as many HSCs and store consumers
   */
  public record Cluster(int lambdas, int priorities, int hosts, int services) {}

  /** Capacity by which a request is billed. */
  public enum Unit {
    WRITE,
    READ,
    QUEUE
  }

  /**
   * Requests of one purpose.
   *
   * @param table of DynamoDB without the cluster's prefix; {@code sqs}: none
   * @param perSecond requests of the whole cluster
   * @param units of each request
   */
  public record Source(
      String name,
      String table,
      String operation,
      double perSecond,
      Unit unit,
      double units,
      double dollarsAMonth) {}

  private record Rates(Cluster cluster, PriceTable prices) {
    private static final StoreConsumerConfig CONSUMER = StoreConsumerConfig.DEFAULTS;

    List<Source> sources() {
      double lambdas = cluster.lambdas();
      double hosts = cluster.hosts();
      double services = cluster.services();
      double lists = lambdas * cluster.priorities();
      double idle = seconds(AwakeLambdas.IDLE_INTERVAL);
      double refresh = seconds(CONSUMER.lambdaRefresh());
      double readers =
          services / seconds(CONSUMER.pollInterval())
              + services / seconds(HscConfig.DEFAULTS.lambdaRefresh());
      double definitions =
          services / refresh + services / seconds(HscConfig.DEFAULTS.lambdaRefresh());
      double partitions = 1 + seconds(AwakeLambdas.AWAKE_FOR) / seconds(AwakeLambdas.PERIOD);
      double table = Math.ceil(lambdas * LAMBDA_BYTES / READ_UNIT_BYTES);
      double beats =
          services / seconds(CONSUMER.memberInterval())
              + services / seconds(FrontendConfig.DEFAULTS.memberInterval())
              + services / seconds(HscConfig.DEFAULTS.beatInterval());
      double looks =
          2 * services / seconds(CONSUMER.memberInterval())
              + services / seconds(FrontendConfig.DEFAULTS.memberInterval());
      var rows = HostRows.of(cluster.lambdas());
      return List.of(
          query("due lists", "associations", lists / idle, 0.5),
          query("lists of alarms", "associations", lists / idle, 0.5),
          query("lists of plans", "plans", lambdas * PlanKind.values().length / idle, 0.5),
          query("awake lambdas", "members", readers * partitions, 1),
          query("version of the lambdas", "members", definitions, 1),
          source(
              "lambdas",
              "lambdas",
              "Scan",
              2 * services / seconds(VersionedLambdas.READ_EVERY)
                  + services / seconds(LambdaDirectory.DELETED_EVERY),
              Unit.READ,
              table),
          source("gates and subscriptions", "gates", "Scan", 2 * definitions, Unit.READ, 1),
          put("beats of services", beats, 1),
          query("reads of services", "members", looks, 1),
          put(
              "places of hosts",
              hosts / seconds(HealthTimes.DEFAULT.refreshEvery()),
              rows.placeUnits()),
          query(
              "reads of places",
              "members",
              services / seconds(PlaceDirectory.CHECK_EVERY),
              Math.max(1, Math.ceil(hosts * rows.placeBytes() / READ_UNIT_BYTES))),
          put("sightings of hosts", hosts / seconds(WorkerSightings.EVERY), rows.sightingUnits()),
          receive(
              "waiting receives",
              Math.min(1, hosts) * lists / seconds(ControllerConfig.DEFAULTS.receiveWait())),
          receive(
              "rare receives of other hosts",
              Math.max(0, hosts - 1) * lists / (1.5 * seconds(IdlePolls.INTERVAL_MIN))));
    }

    private Source query(String name, String table, double perSecond, double units) {
      return source(name, table, "Query", perSecond, Unit.READ, units);
    }

    private Source put(String name, double perSecond, double units) {
      return source(name, "members", "PutItem", perSecond, Unit.WRITE, units);
    }

    private Source receive(String name, double perSecond) {
      return source(name, "sqs", "ReceiveMessage", perSecond, Unit.QUEUE, 1);
    }

    private Source source(
        String name, String table, String operation, double perSecond, Unit unit, double units) {
      double month = perSecond * units * MONTH.toSeconds() / 1e6;
      double dollars =
          switch (unit) {
            case WRITE -> prices.dollarsPerMillion(month, 0, 0);
            case READ -> prices.dollarsPerMillion(0, month, 0);
            case QUEUE -> prices.dollarsPerMillion(0, 0, month);
          };
      return new Source(name, table, operation, perSecond, unit, units, dollars);
    }

    private static double seconds(Duration interval) {
      return interval.toMillis() / 1e3;
    }
  }

  /** Computes the cost of a cluster. */
  public static IdleCost of(Cluster cluster) {
    var prices = PriceTable.load();
    var sources = new Rates(cluster, prices).sources();
    return new IdleCost(
        cluster, prices, sources, sources.stream().mapToDouble(Source::dollarsAMonth).sum());
  }

  /** Prints a line for each source. */
  public void print(PrintWriter out) {
    out.printf(
        "%d lambdas of %d priorities, %d hosts, %d of each service, no tasks%n",
        cluster.lambdas(), cluster.priorities(), cluster.hosts(), cluster.services());
    out.printf("%-32s %12s %14s %12s%n", "", "requests/s", "units each", "$ a month");
    for (var source : sources) {
      out.printf(
          "%-32s %12.2f %7.1f %-6s %12.2f%n",
          source.name(),
          source.perSecond(),
          source.units(),
          source.unit().name().toLowerCase(Locale.ROOT),
          source.dollarsAMonth());
    }
    out.printf("%-32s %12s %14s %12.2f%n", "together", "", "", dollarsAMonth);
    out.flush();
  }

  /**
   * Sizes of the rows of an idle worker host, as they are written.
   *
   * @param placeBytes row of its place
   * @param sightingBytes row of what an HSC has seen of it
   */
  private record HostRows(int placeBytes, int sightingBytes) {
    /** Estimate of a member row's keys, times and attribute names. */
    private static final int OTHER_BYTES = 150;

    private static final double WRITE_UNIT_BYTES = 1_024;
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    static HostRows of(int lambdas) {
      var random = new Random(7);
      // Names share little, so that they compress as badly as names of people.
      var names =
          IntStream.range(0, Math.min(100, lambdas))
              .mapToObj(i -> new LambdaName("lambda-%08x".formatted(random.nextInt())))
              .toList();
      return new HostRows(place(names), sighting(names));
    }

    double placeUnits() {
      return Math.ceil(placeBytes / WRITE_UNIT_BYTES);
    }

    double sightingUnits() {
      return Math.ceil(sightingBytes / WRITE_UNIT_BYTES);
    }

    private static int place(List<LambdaName> names) {
      var members = new InMemoryMemberRegistry();
      var place = new WorkerPlace("ip-10-0-12-34-1a2b3c");
      var work =
          names.stream()
              .map(name -> new LambdaWork(name, 1, 4, 4, 0, 1_000, 0, 0, false, ""))
              .toList();
      var instance = new WorkerInstance("1a2b3c4d", NOW, "ip-10-0-12-34", "1.0.0");
      var report =
          new PlaceReport(
              place, instance, "", false, true, false, false, true, "", List.of(), work);
      var record =
          new PlaceRecord(
              place, Optional.of(instance), NOW, report, "", HealthTimes.DEFAULT, List.of());
      var unused = new WorkerPlaces(members).write(record, Optional.empty(), NOW);
      return bytes(members, "worker-places");
    }

    private static int sighting(List<LambdaName> names) {
      var members = new InMemoryMemberRegistry();
      var note =
          "waiting=4 handedOut=1000 running=0 askedAgo=0 wanted=1 ready=1 starting=0 failing=0";
      var notes = new TreeMap<LambdaName, Sighting>();
      names.forEach(name -> notes.put(name, new Sighting(NOW, note)));
      new HostSightings(members).note("ip-10-0-12-34:1:a", "hsc-1", notes, NOW, NOW.plusSeconds(1));
      return bytes(members, HostSightings.SERVICE);
    }

    private static int bytes(InMemoryMemberRegistry members, String service) {
      return OTHER_BYTES
          + members.seen(service, Instant.EPOCH).values().stream()
              .mapToInt(row -> row.note().length())
              .sum();
    }
  }
}
