package dev.atf.worker.supervisor;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the executors of a host one after another, each after the previous one has drained. It
 * stops if a successor does not become ready, so that a version that cannot run does not replace
 * the others.
 */
final class RollingRestart {
  private static final Logger log = LoggerFactory.getLogger(RollingRestart.class);

  private final List<ExecutorSlot> places;
  private final Queue<ExecutorSlot> left = new ArrayDeque<>();
  private @Nullable ExecutorSlot now;
  private boolean requested;
  private boolean failed;

  RollingRestart(List<ExecutorSlot> places) {
    this.places = places;
  }

  /** Requests a restart. If another one is in progress, the new one starts after it. */
  synchronized void request() {
    requested = true;
  }

  synchronized boolean isInProgress() {
    return requested || now != null || !left.isEmpty();
  }

  /** Returns whether the last restart was aborted. */
  synchronized boolean hasFailed() {
    return failed;
  }

  /** Performs the next step, after the places were updated. */
  synchronized void update(long nanos) {
    if (now != null) {
      if (now.isBeingReplaced()) {
        return;
      }
      if (!now.isReplaced()) {
        log.error("rolling restart aborted: {} places keep their executor", left.size() + 1);
        failed = true;
        left.clear();
      } else if (left.isEmpty()) {
        log.info("rolling restart done places={}", places.size());
      }
      now = null;
    }
    if (left.isEmpty() && requested) {
      log.info("rolling restart begins places={}", places.size());
      requested = false;
      failed = false;
      left.addAll(places);
    }
    now = left.poll();
    if (now != null) {
      now.beginReplacement(nanos);
    }
  }
}
