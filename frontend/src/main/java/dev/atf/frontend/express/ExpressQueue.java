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
 * references are about to be pushed. Times are of one monotonic clock, in nanoseconds. Not
 * thread-safe.
 *
 * <p>References go in batches that fill under load and do not wait when idle: a batch is held back
 * only while another part-filled one is under way, or while so many tasks are being written that
 * they will fill its batch, and not longer than {@code gatherMax}.
 */
final class ExpressQueue {
  /** Maximum number of references in one request to the queue service. */
  static final int BATCH_MAX = 10;

  /** Chosen: maximum that may be pushed to a queue whose depth is not known yet. */
  static final int UNKNOWN_ROOM = 50;

  /** Chosen: a queue with fewer pushes than this has hardly changed since its depth was read. */
  static final int LOOK_AFTER = BATCH_MAX;

  /** Chosen: an older depth says nothing, for others push too. */
  static final Duration KNOWN_FOR = Duration.ofSeconds(10);

  /**
   * Chosen: twice what store consumers fill a queue to by default, so that a full queue has
   * capacity for those who send little.
   */
  private static final int FOR_QUIET_KEYS = 4;

  private final Duration depthRefresh;
  private final Duration gatherMax;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final RecentGroups recent = new RecentGroups();
  private boolean looked;
  private boolean looking;
  private boolean away;
  private long lookedAt;
  private int depth;

  /** Reservations since the depth was read. */
  private int added;

  private int beingWritten;
  private int sendsUnderWay;
  private boolean partUnderWay;

  private record Waiting(TaskMessage message, long since) {}

  /** Number of tasks of each group of fairness keys that came recently. */
  static final class RecentGroups {
    private static final long WINDOW = Duration.ofSeconds(10).toNanos();

    /** Chosen: of one key in one or two windows, so 10 to 20 a second. */
    static final int FEW = 200;

    private Map<KeyGroup, Integer> current = new HashMap<>();
    private Map<KeyGroup, Integer> before = Map.of();
    private long since;
    private boolean begun;

    /** Counts one, and returns whether it is one of few. */
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

  /** Returns to how much a queue may be filled by tasks of keys that send little. */
  static int forQuietKeys(int depthMax) {
    return depthMax * FOR_QUIET_KEYS;
  }

  /** Counts a task of the group, and returns whether there were few of it lately. */
  boolean isQuiet(KeyGroup group, long now) {
    return !group.isNone() && recent.isFew(group, now);
  }

  /**
   * Reserves capacity for a task that is about to be written; the caller ends it by {@link
   * #written} or {@link #givenUp}.
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
   * Returns the references to be sent now; empty if there are none. The caller calls {@link #sent}
   * for them.
   */
  List<TaskMessage> nextBatch(long now) {
    if (waiting.size() < BATCH_MAX && (waiting.isEmpty() || partUnderWay || gathers(now))) {
      return List.of();
    }
    return takeBatch();
  }

  /** Returns the remaining references, at the end of the process, ready or not. */
  List<TaskMessage> takeBatch() {
    var batch = new ArrayList<TaskMessage>();
    while (batch.size() < BATCH_MAX && !waiting.isEmpty()) {
      batch.add(waiting.removeFirst().message());
    }
    if (!batch.isEmpty()) {
      sendsUnderWay++;
      partUnderWay |= batch.size() < BATCH_MAX;
    }
    return batch;
  }

  void sent(int batchSize) {
    sendsUnderWay--;
    partUnderWay &= batchSize == BATCH_MAX;
  }

  /** Records a refused push: the queue is left alone until it was seen to answer. */
  void refused(long now) {
    away = true;
    looked = true;
    lookedAt = now;
  }

  /**
   * Returns how long the loop may sleep for this queue; longer than {@code atMost} if nothing
   * waits.
   */
  Duration untilNextBatch(long now, Duration atMost) {
    var first = waiting.peekFirst();
    if (first == null || partUnderWay) {
      return atMost;
    }
    var left = gatherMax.minusNanos(now - first.since());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Returns whether the depth is to be read now; the caller calls {@link #looking} first. */
  boolean wantsLook(long now) {
    if (looking) {
      return false;
    }
    return !isKnown(now) || (added >= LOOK_AFTER && age(now).compareTo(depthRefresh) >= 0);
  }

  void looking() {
    looking = true;
  }

  void sees(int depthNow, long now) {
    looking = false;
    looked = true;
    away = false;
    depth = depthNow;
    // These references are on their way, and the queue cannot have counted them.
    added = beingWritten + waiting.size();
    lookedAt = now;
  }

  void seesNothing(long now) {
    looking = false;
    refused(now);
  }

  /** Returns whether nothing waits and nothing is under way. */
  boolean isIdle() {
    return waiting.isEmpty() && sendsUnderWay == 0;
  }

  private boolean gathers(long now) {
    var first = waiting.getFirst();
    return waiting.size() + beingWritten >= BATCH_MAX
        && Duration.ofNanos(now - first.since()).compareTo(gatherMax) < 0;
  }

  private boolean isKnown(long now) {
    return looked
        && (away ? age(now).compareTo(depthRefresh) < 0 : age(now).compareTo(KNOWN_FOR) < 0);
  }

  private Duration age(long now) {
    return Duration.ofNanos(now - lookedAt);
  }
}
