package dev.atf.storeconsumer.release;

import dev.atf.model.LambdaName;
import dev.atf.store.StoreException;
import dev.atf.store.worker.HostSighting;
import dev.atf.store.worker.HostSightings;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Lambdas whose queues a controller polls, as far as this process knows. If no controller polls a
 * queue, its messages keep waiting, and a second copy would be useless. Thread-safe.
 */
@Singleton
public final class PolledQueues {
  /**
   * Maximum age of a record of a host. It is several times the interval at which the HSC records a
   * host.
   */
  public static final Duration SEEN_WITHIN = Duration.ofMinutes(2);

  /**
   * Time for which a result is cached. It bounds the reads to one per lambda with unclaimed tasks.
   */
  static final Duration FRESH_FOR = Duration.ofSeconds(10);

  private record Known(boolean polled, Instant at) {
    boolean isFresh(Instant now) {
      // A clock that was set back must not keep it fresh indefinitely.
      var age = Duration.between(at, now);
      return !age.isNegative() && age.compareTo(FRESH_FOR) < 0;
    }
  }

  /** Hosts of all lambdas, from one read. */
  private record Sighted(Function<LambdaName, List<HostSighting>> hosts, Instant at) {
    boolean isFresh(Instant now) {
      return !at.isAfter(now) && at.plus(FRESH_FOR).isAfter(now);
    }
  }

  private final HostSightings hosts;
  private final Instant start;
  private final Map<LambdaName, Known> known = new ConcurrentHashMap<>();
  private volatile Optional<Sighted> sighted = Optional.empty();

  @Inject
  public PolledQueues(HostSightings hosts, InstantSource clock) {
    this.hosts = hosts;
    this.start = clock.instant();
  }

  /**
   * Returns whether a controller polls the lambda's queues. Also returns true if that is unknown:
   * while the store does not answer, and for {@link #SEEN_WITHIN} after the start, because hosts
   * may be starting, too.
   */
  public boolean polled(LambdaName lambda, Instant now) {
    if (!now.isBefore(start) && now.isBefore(start.plus(SEEN_WITHIN))) {
      return true;
    }
    var last = known.get(lambda);
    if (last != null && last.isFresh(now)) {
      return last.polled();
    }
    boolean polled = readPolled(lambda, now);
    known.put(lambda, new Known(polled, now));
    return polled;
  }

  /**
   * Returns the number of worker hosts that serve the lambda, as HSCs have recorded them within
   * {@link #SEEN_WITHIN}.
   *
   * @throws StoreException if that is unknown
   */
  int hosts(LambdaName lambda, Instant now) {
    return (int) sighted(now).apply(lambda).stream().filter(HostSighting::serves).count();
  }

  private boolean readPolled(LambdaName lambda, Instant now) {
    try {
      return sighted(now).apply(lambda).stream().anyMatch(HostSighting::polls);
    } catch (StoreException e) {
      return true;
    }
  }

  private Function<LambdaName, List<HostSighting>> sighted(Instant now) {
    var all =
        sighted
            .filter(it -> it.isFresh(now))
            .orElseGet(() -> new Sighted(hosts.seen(now.minus(SEEN_WITHIN)), now));
    sighted = Optional.of(all);
    return all.hosts();
  }
}
