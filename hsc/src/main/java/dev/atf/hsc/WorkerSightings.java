package dev.atf.hsc;

import dev.atf.model.LambdaName;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps note of who works for which lambda, for whoever wonders why its tasks do not run: the
 * members of {@code workers/<lambda>}.
 */
@Singleton
final class WorkerSightings {
  private static final Logger log = LoggerFactory.getLogger(WorkerSightings.class);

  /** Chosen: fresh enough for people, and a tenth of a write a second for each. */
  private static final Duration EVERY = Duration.ofSeconds(10);

  /** So long one can be told when somebody was last seen. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofDays(7);

  /** Chosen: beyond it the oldest are forgotten, and written more often than they need be. */
  private static final int WRITTEN_MAX = 10_000;

  private record Key(LambdaName lambda, ControllerId controller) {}

  private final MemberRegistry members;
  private final Map<Key, Instant> written = new LinkedHashMap<>();

  @Inject
  WorkerSightings(MemberRegistry members) {
    this.members = members;
  }

  static String service(LambdaName lambda) {
    return "workers/" + lambda;
  }

  /** One that cannot be written now is left out: nothing depends on it. */
  void seen(ControllerId controller, DescribeCall.Workers workers, Instant now) {
    if (!isDue(new Key(workers.lambda(), controller), now)) {
      return;
    }
    try {
      members.beat(
          service(workers.lambda()),
          controller.value(),
          workers.note(),
          now,
          now.plus(FORGOTTEN_AFTER));
    } catch (StoreException e) {
      log.warn(
          "lambda={} controllerId={} was seen, and could not be noted: {}",
          workers.lambda(),
          controller.value(),
          e.getMessage());
    }
  }

  private synchronized boolean isDue(Key key, Instant now) {
    var last = written.get(key);
    if (last != null && now.isBefore(last.plus(EVERY))) {
      return false;
    }
    written.remove(key);
    if (written.size() >= WRITTEN_MAX) {
      written.remove(written.keySet().iterator().next());
    }
    written.put(key, now);
    return true;
  }
}
