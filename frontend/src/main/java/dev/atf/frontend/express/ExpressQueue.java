package dev.atf.frontend.express;

import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.TaskMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * State of one queue that a frontend pushes to: how full it is, whether it answers, and which
 * references are about to be pushed. Times are nanoseconds of one monotonic clock. Not thread-safe.
 *
 * <p>References are sent in batches. Batches fill under load; without load, a reference is sent
 * immediately. A batch is delayed only while another partly filled batch is in flight, or while
 * enough tasks are being written to fill it, and never longer than {@code gatherMax}.
 */
final class ExpressQueue {
  /** Maximum number of references in one request to the queue service. */
  static final int BATCH_MAX = 10;

  /** Maximum number of references that may be pushed to a queue whose depth is not known yet. */
  static final int UNKNOWN_ROOM = 50;

  /**
   * Number of pushes after which the depth is read again. After fewer pushes it has hardly changed.
   */
  static final int CHECK_AFTER = BATCH_MAX;

  /**
   * Maximum age of a known depth. An older depth means little, because other frontends push too.
   */
  static final Duration KNOWN_FOR = Duration.ofSeconds(10);

  /**
   * Factor of the fill limit for quiet keys: twice the depth to which store consumers fill a queue
   * by default, so that a full queue still has capacity for keys that send little.
   */
  private static final int FOR_QUIET_KEYS = 4;

  private final Duration depthRefresh;
  private final Duration gatherMax;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final RecentGroups recent = new RecentGroups();
  private boolean checked;
  private boolean checking;
  private boolean away;
  private long checkedAt;
  private int depth;

  /** Number of reservations since the depth was read. */
  private int added;

  private int beingWritten;
  private int sendsInFlight;
  private boolean partInFlight;

  private record Waiting(TaskMessage message, long since) {}

  /** Counts the recent tasks of each group of fairness keys. */
  static final class RecentGroups {
    private static final long WINDOW = Duration.ofSeconds(10).toNanos();

    /**
     * Number of tasks of one key in one or two windows up to which the key counts as quiet: 10 to
     * 20 tasks a second.
     */
    static final int FEW = 200;

    private Map<KeyGroup, Integer> current = new HashMap<>();
    private Map<KeyGroup, Integer> before = Map.of();
    private long since;
    private boolean begun;

    /** Counts a task, and returns whether its group has few. */
    boolean isFew(KeyGroup group, long now) {
      long age = now - since;
      if (!begun || age >= WINDOW) {
        begun = true;
        before = age < 2 * WINDOW ? current : Map.of();
        current = new HashMap<>();
        since = now;
      }
      return current.merge(group, 1, Integer::sum) + before.getOrDefault(group, 0) <= FEW;
    }
  }

  ExpressQueue(Duration depthRefresh, Duration gatherMax) {
    this.depthRefresh = depthRefresh;
    this.gatherMax = gatherMax;
  }

  /** Returns the depth to which tasks of quiet keys may fill a queue. */
  static int forQuietKeys(int depthMax) {
    return depthMax * FOR_QUIET_KEYS;
  }

  /** Counts a task of the group, and returns whether the group had few tasks recently. */
  boolean isQuiet(KeyGroup group, long now) {
    return !group.isNone() && recent.isFew(group, now);
  }

  /**
   * Reserves capacity for a task that is about to be written. The caller ends the reservation with
   * {@link #written} or {@link #givenUp}.
   *
   * @return EXPRESS if there is capacity
   */
  DispatchPath take(int depthMax, long now) {
    if (away) {
      return DispatchPath.QUEUE_AWAY;
    }
    int left = isKnown(now) ? depthMax - depth - added : Math.min(depthMax, UNKNOWN_ROOM) - added;
    if (left <= 0) {
      return DispatchPath.QUEUE_FULL;
    }
    added++;
    beingWritten++;
    return DispatchPath.EXPRESS;
  }

  void givenUp() {
    beingWritten--;
    added--;
  }

  void written(TaskMessage message, long now) {
    beingWritten--;
    waiting.addLast(new Waiting(message, now));
  }

  /**
   * Returns the references to send now; empty if there are none. The caller then calls {@link
   * #sent} for them.
   */
  List<TaskMessage> nextBatch(long now) {
    if (waiting.size() < BATCH_MAX && (waiting.isEmpty() || partInFlight || gathers(now))) {
      return List.of();
    }
    return takeBatch();
  }

  /**
   * Returns the remaining references when the process stops, whether their batch is full or not.
   */
  List<TaskMessage> takeBatch() {
    var batch = new ArrayList<TaskMessage>();
    while (batch.size() < BATCH_MAX && !waiting.isEmpty()) {
      batch.add(waiting.removeFirst().message());
    }
    if (!batch.isEmpty()) {
      sendsInFlight++;
      partInFlight |= batch.size() < BATCH_MAX;
    }
    return batch;
  }

  void sent(int batchSize) {
    sendsInFlight--;
    partInFlight &= batchSize == BATCH_MAX;
  }

  /** Records a refused push. Nothing is pushed to the queue until it has answered again. */
  void refused(long now) {
    away = true;
    checked = true;
    checkedAt = now;
  }

  /**
   * Returns the time for which the loop may sleep for this queue; longer than {@code atMost} if
   * nothing waits.
   */
  Duration untilNextBatch(long now, Duration atMost) {
    var first = waiting.peekFirst();
    if (first == null || partInFlight) {
      return atMost;
    }
    var left = gatherMax.minusNanos(now - first.since());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Returns whether the depth must be read now. The caller first calls {@link #checking}. */
  boolean needsCheck(long now) {
    if (checking) {
      return false;
    }
    return !isKnown(now) || (added >= CHECK_AFTER && age(now).compareTo(depthRefresh) >= 0);
  }

  void checking() {
    checking = true;
  }

  void sees(int depthNow, long now) {
    checking = false;
    checked = true;
    away = false;
    depth = depthNow;
    // These references are in flight, so the queue cannot have counted them.
    added = beingWritten + waiting.size();
    checkedAt = now;
  }

  void seesNothing(long now) {
    checking = false;
    refused(now);
  }

  /** Returns whether no reference waits or is in flight. */
  boolean isIdle() {
    return waiting.isEmpty() && sendsInFlight == 0;
  }

  private boolean gathers(long now) {
    var first = waiting.getFirst();
    return waiting.size() + beingWritten >= BATCH_MAX
        && Duration.ofNanos(now - first.since()).compareTo(gatherMax) < 0;
  }

  private boolean isKnown(long now) {
    return checked
        && (away ? age(now).compareTo(depthRefresh) < 0 : age(now).compareTo(KNOWN_FOR) < 0);
  }

  private Duration age(long now) {
    return Duration.ofNanos(now - checkedAt);
  }
}
