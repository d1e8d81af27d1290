package dev.atf.hsc.heartbeat;

import dev.atf.hsc.call.ControllerId;
import dev.atf.model.LambdaName;
import dev.atf.runtime.loop.Step;
import dev.atf.store.MemberRegistry;
import dev.atf.store.worker.HostSightings;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Records which executors work for which lambda, to explain why its tasks do not run: {@link
 * HostSightings}.
 *
 * <p>Calls only leave their sightings here; a turn of this step writes one of them. One that cannot
 * be written is left out: nothing depends on it.
 */
@Singleton
public final class WorkerSightings implements Step {
  /** Chosen: fresh enough for people, and a tenth of a write a second for each. */
  private static final Duration EVERY = Duration.ofSeconds(10);

  /** Chosen: a state that has changed is recorded with the next call of a controller. */
  private static final Duration CHANGED_EVERY = Duration.ofSeconds(1);

  /** Time for which the last sighting of a host can be told. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofDays(7);

  /** Chosen: beyond it the oldest are forgotten, and noted more often than they need be. */
  private static final int NOTED_MAX = 10_000;

  /**
   * Chosen: what is written within {@link #EVERY} at 10 ms each; of more, the oldest are left out.
   */
  private static final int WAITING_MAX = 1_000;

  /** Maximum pause; a new sighting ends it. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  private record Key(LambdaName lambda, ControllerId controller) {}

  private record Noted(Instant at, String state) {
    boolean suffices(DescribeCall.Presence workers, Instant now) {
      return now.isBefore(at.plus(workers.state().equals(state) ? EVERY : CHANGED_EVERY));
    }
  }

  private record Sighting(Key key, String note, Instant at) {}

  private final MemberRegistry members;
  private final Map<Key, Noted> noted = new LinkedHashMap<>();
  private final Map<Key, Sighting> waiting = new LinkedHashMap<>();
  private Runnable whenSeen = () -> {};

  @Inject
  WorkerSightings(MemberRegistry members) {
    this.members = members;
  }

  /** Sets the action that wakes the loop of this step. */
  public synchronized void whenSeen(Runnable action) {
    whenSeen = action;
  }

  /** Queues a sighting, unless the same was queued a short while ago. */
  public synchronized void seen(
      ControllerId controller, DescribeCall.Presence workers, Instant now) {
    var key = new Key(workers.lambda(), controller);
    var last = noted.get(key);
    if (last != null && last.suffices(workers, now)) {
      return;
    }
    putLast(noted, NOTED_MAX, key, new Noted(now, workers.state()));
    putLast(waiting, WAITING_MAX, key, new Sighting(key, workers.note(), now));
    whenSeen.run();
  }

  /**
   * @throws dev.atf.store.StoreException if one was left out
   */
  @Override
  public Duration turn() {
    var next = takeOldest();
    if (next.isEmpty()) {
      return IDLE;
    }
    var seen = next.get();
    members.beat(
        HostSightings.service(seen.key().lambda()),
        seen.key().controller().value(),
        seen.note(),
        seen.at(),
        seen.at().plus(FORGOTTEN_AFTER));
    return Duration.ZERO;
  }

  private synchronized Optional<Sighting> takeOldest() {
    var keys = waiting.keySet().iterator();
    return keys.hasNext() ? Optional.ofNullable(waiting.remove(keys.next())) : Optional.empty();
  }

  private static <V> void putLast(Map<Key, V> map, int max, Key key, V value) {
    map.remove(key);
    if (map.size() >= max) {
      map.remove(map.keySet().iterator().next());
    }
    map.put(key, value);
  }
}
