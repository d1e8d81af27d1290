package dev.atf.store.awake;

import dev.atf.model.LambdaName;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lambdas with a trigger within {@link #SOON}. Each of them has a small row, which processes write
 * together with triggers. Other lambdas have no row. A row is a hint: if it is lost, the lists of a
 * lambda are read at most {@link #IDLE_INTERVAL} late (ADR 0082). Thread-safe.
 */
@Singleton
public final class AwakeLambdas {
  /**
   * Interval between two reads of the lists of a lambda that is not active. A trigger after {@link
   * #SOON} does not mark its lambda active, so this read must find it in time. Therefore the
   * interval is far shorter than {@link #SOON}.
   */
  public static final Duration IDLE_INTERVAL = Duration.ofSeconds(30);

  /**
   * Maximum distance of a trigger that marks its lambda active. It is longer than an enqueue
   * time-out.
   */
  public static final Duration SOON = Duration.ofSeconds(60);

  /**
   * Time between two marks of one lambda by one process. It costs one write unit a minute for each
   * process that writes triggers of the lambda.
   */
  public static final Duration NOTED_EVERY = Duration.ofSeconds(60);

  /**
   * Time for which a mark is valid. A row that is about to be renewed still covers {@link #SOON}
   * and a clock error.
   */
  public static final Duration AWAKE_FOR = Duration.ofMinutes(3);

  private static final Duration CLOCK_ERROR = Duration.ofSeconds(5);

  /** Time after which a failed write of a row is tried again. */
  private static final Duration RETRIED_AFTER = Duration.ofSeconds(5);

  /** Time that the rows of one partition cover. A reader reads one partition, and rarely two. */
  public static final Duration PERIOD = Duration.ofMinutes(10);

  /** Number of partitions. They cover one day, within which the store deletes expired rows. */
  private static final int PARTITIONS = 144;

  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(20);

  /**
   * Maximum number of remembered rows, which take a few megabytes. Beyond it, all are forgotten and
   * written once more.
   */
  private static final int KNOWN_MAX = 20_000;

  private static final Logger log = LoggerFactory.getLogger(AwakeLambdas.class);

  private final MemberRegistry rows;
  private final Map<LambdaName, Instant> notedAt = new ConcurrentHashMap<>();

  @Inject
  public AwakeLambdas(MemberRegistry rows) {
    this.rows = rows;
  }

  /** Marks a lambda as active if a trigger that is about to be written is due soon. */
  public void wakeFor(LambdaName lambda, @Nullable Instant triggerAt, Instant now) {
    if (triggerAt == null || !triggerAt.isBefore(now.plus(SOON)) || isNoted(lambda, now)) {
      return;
    }
    if (notedAt.size() >= KNOWN_MAX) {
      notedAt.clear();
    }
    notedAt.put(lambda, now);
    try {
      rows.beat(partition(now), lambda.value(), "", now, now.plus(FORGOTTEN_AFTER));
    } catch (StoreException e) {
      notedAt.put(lambda, now.minus(NOTED_EVERY).plus(RETRIED_AFTER));
      log.warn("lambda={} could not be woken: {}", lambda, e.toString());
    }
  }

  private boolean isNoted(LambdaName lambda, Instant now) {
    var last = notedAt.get(lambda);
    // A clock that was set back leaves nothing unnoted.
    return last != null && !last.isAfter(now) && last.plus(NOTED_EVERY).isAfter(now);
  }

  /**
   * Returns the lambdas that are awake. The read is strongly consistent: it sees every row that was
   * written before.
   *
   * @throws StoreException if they cannot be read
   */
  public Set<LambdaName> read(Instant now) {
    var since = now.minus(AWAKE_FOR);
    var awake = new TreeSet<LambdaName>();
    var partitions = new TreeSet<String>();
    partitions.add(partition(now));
    partitions.add(partition(since));
    partitions.add(partition(now.plus(CLOCK_ERROR)));
    for (var partition : partitions) {
      rows.alive(partition, since).forEach(name -> awake.add(new LambdaName(name)));
    }
    return awake;
  }

  private static String partition(Instant at) {
    long period = Math.floorDiv(at.getEpochSecond(), PERIOD.toSeconds());
    return "awake/" + Math.floorMod(period, PARTITIONS);
  }
}
