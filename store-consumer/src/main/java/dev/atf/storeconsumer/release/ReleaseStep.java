package dev.atf.storeconsumer.release;

import dev.atf.model.task.Transitions;
import dev.atf.runtime.loop.Step;
import dev.atf.store.StoreException;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases tasks at their due millisecond: marks each in the store, then pushes those that it won
 * (law 3). One turn handles one chunk, so that the first pushes of a large release do not wait for
 * the last marks.
 */
@Singleton
public final class ReleaseStep implements Step {
  private static final Logger log = LoggerFactory.getLogger(ReleaseStep.class);

  /** Chosen: time until a full queue that keys share is looked at again. */
  private static final Duration FULL_PAUSE = Duration.ofMillis(50);

  /** Maximum pause; an earlier entry wakes the loop. */
  private static final Duration IDLE_MAX = Duration.ofSeconds(1);

  /**
   * @param chunkMax tasks of one turn
   */
  public record Settings(int chunkMax) {}

  private final LookAhead lookAhead;
  private final ReleaseLimits limits;
  private final ReleaseMarker marker;
  private final ReleasePusher pusher;
  private final Settings settings;
  private final WorkPools pools;
  private final InstantSource clock;
  private final ConsumerMetrics metrics;

  private enum Mark {
    WON,
    LOST,
    FAILED
  }

  @Inject
  public ReleaseStep(
      LookAhead lookAhead,
      ReleaseLimits limits,
      ReleaseMarker marker,
      ReleasePusher pusher,
      Settings settings,
      WorkPools pools,
      InstantSource clock,
      ConsumerMetrics metrics) {
    this.lookAhead = lookAhead;
    this.limits = limits;
    this.marker = marker;
    this.pusher = pusher;
    this.settings = settings;
    this.pools = pools;
    this.clock = clock;
    this.metrics = metrics;
    metrics.lookAheadHeld(lookAhead, LookAhead::size);
  }

  /** Names what to do when a task must be released before all others. */
  public void whenEarlier(Runnable action) {
    lookAhead.whenEarlier(action);
  }

  /**
   * Releases due tasks.
   *
   * @throws WritesFailedException if the store took none of the marks
   */
  @Override
  public Duration turn() {
    var now = clock.instant();
    var shared = lookAhead.sharedQueues(now);
    var room = limits.room(shared.keySet(), now);
    limits.readKeys(shared, room, now);
    var due =
        lookAhead.takeDue(
            now,
            settings.chunkMax(),
            queue ->
                Math.min(limits.allowed(queue, now), room.getOrDefault(queue, Integer.MAX_VALUE)),
            (queue, group) -> limits.allowed(queue, group, now));
    if (!due.isEmpty()) {
      try {
        release(due.stream().filter(entry -> limits.admit(entry, now)).toList(), now);
      } finally {
        lookAhead.forget(due);
      }
    }
    var then = clock.instant();
    return lookAhead.untilNext(
        then,
        IDLE_MAX,
        queue ->
            room.getOrDefault(queue, 1) > 0 ? limits.nextAt(queue, then) : then.plus(FULL_PAUSE),
        (queue, group) -> limits.nextAt(queue, group, then));
  }

  private void release(List<PendingRelease> due, Instant now) {
    var marks = pools.mark().map(due, entry -> mark(entry, now));
    var won = new ArrayList<PendingRelease>();
    for (int i = 0; i < due.size(); i++) {
      if (marks.get(i) == Mark.WON) {
        won.add(due.get(i));
        limits.released(due.get(i));
      }
    }
    push(won, now);
    if (!due.isEmpty() && marks.stream().allMatch(mark -> mark == Mark.FAILED)) {
      throw new WritesFailedException(
          "none of " + due.size() + " due tasks could be marked; they stay in the store");
    }
  }

  private Mark mark(PendingRelease entry, Instant now) {
    try {
      var verdict =
          marker.mark(
              entry.ref(),
              now,
              checkAt ->
                  Transitions.release(
                      entry.taskId(), entry.seenEpoch(), entry.dueAt(), now, checkAt));
      return verdict == ReleaseVerdict.PUSH ? Mark.WON : Mark.LOST;
    } catch (StoreException e) {
      // Not marked: the next poll finds it. Perhaps marked: its alarm does.
      metrics.markFailed();
      return Mark.FAILED;
    } catch (RuntimeException e) {
      // Not promised by the port; the others of the chunk are pushed all the same.
      log.warn("taskId={} epoch={} could not be marked", entry.taskId(), entry.seenEpoch(), e);
      metrics.markFailed();
      return Mark.FAILED;
    }
  }

  private void push(List<PendingRelease> won, Instant now) {
    var released =
        won.stream()
            .map(
                entry ->
                    new ReleasePusher.Released(
                        new Pusher.Push(entry.queue(), entry.message(), 0), entry.dueAt()))
            .toList();
    pusher.push(released, pools.mark(), now, clock);
  }
}
