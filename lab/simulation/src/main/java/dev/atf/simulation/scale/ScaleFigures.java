package dev.atf.simulation.scale;

import dev.atf.sim.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Counts and times of finished tasks. */
final class ScaleFigures {
  /** Delay after which a start is late: it has waited for others, or for the store. */
  private static final Duration LATE = Duration.ofSeconds(1);

  private final Timeline timeline;
  private final List<Double> lateMillis = new ArrayList<>();
  private long finished;
  private long lastFinishAt;
  private long lastLateStartAt;
  private long schedulesFailed;

  ScaleFigures(Timeline timeline) {
    this.timeline = timeline;
  }

  void started(Duration afterItsTime) {
    lateMillis.add(afterItsTime.toNanos() / 1e6);
    if (afterItsTime.compareTo(LATE) > 0) {
      lastLateStartAt = timeline.nanos();
    }
  }

  void finished() {
    finished++;
    lastFinishAt = timeline.nanos();
  }

  void schedulesFailed(int count) {
    schedulesFailed += count;
  }

  long finishedCount() {
    return finished;
  }

  long schedulesFailedCount() {
    return schedulesFailed;
  }

  /** Returns the time from {@code begin} until the last task had finished. */
  Duration busySince(Duration begin) {
    return Duration.ofNanos(Math.max(0, lastFinishAt - begin.toNanos()));
  }

  /** Returns the time from {@code begin} until the last late start. */
  Duration lateSince(Duration begin) {
    return Duration.ofNanos(Math.max(0, lastLateStartAt - begin.toNanos()));
  }

  /** Returns this quantile of start − due over all executions, in milliseconds. */
  double lateMillis(double part) {
    Collections.sort(lateMillis);
    return lateMillis.isEmpty() ? 0 : lateMillis.get((int) ((lateMillis.size() - 1) * part));
  }
}
