package dev.atf.storeconsumer.release;

import dev.atf.model.AlarmTimes;
import dev.atf.model.TaskRef;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.store.StoreException;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Marks tasks in the store as released, and returns which of them this consumer must push. */
public final class ReleaseMarker {
  private static final Logger log = LoggerFactory.getLogger(ReleaseMarker.class);

  private final TaskTransitions transitions;
  private final AlarmTimes times;
  private final RandomGenerator random;
  private final ConsumerMetrics metrics;

  @Inject
  public ReleaseMarker(
      TaskTransitions transitions,
      AlarmTimes times,
      RandomGenerator random,
      ConsumerMetrics metrics) {
    this.transitions = transitions;
    this.times = times;
    this.random = random;
    this.metrics = metrics;
  }

  /**
   * Writes one mark.
   *
   * @param ref of the task once it is marked
   * @param release makes the transition, from the time at which the task is checked next
   * @throws dev.atf.store.StoreException if the task is not marked, or possibly not; if it is, its
   *     alarm will push it
   */
  public ReleaseVerdict mark(TaskRef ref, Instant now, Function<Instant, Transition> release) {
    var checkAt = times.afterRelease(now, random);
    var result = applySurely(release.apply(checkAt));
    var verdict = ReleaseVerdict.of(result, ref, checkAt);
    if (verdict == ReleaseVerdict.LOST) {
      metrics.releaseLost();
    } else {
      result.task().ifPresent(task -> ringAtDeadline(task, checkAt));
    }
    return verdict;
  }

  /** Moves the alarm forward to the deadline, if that is earlier; the index does not contain it. */
  private void ringAtDeadline(Association task, Instant checkAt) {
    var earlier = AlarmTimes.withDeadline(checkAt, task.header().deadline());
    if (earlier.equals(checkAt)) {
      return;
    }
    try {
      transitions.apply(Transitions.pushAgain(task.ref(), checkAt, 1, earlier));
    } catch (StoreException e) {
      log.warn("taskId={} is given up late: {}", task.taskId(), e.toString());
    }
  }

  /** Repeats the write if its answer was lost: a refusal then shows who has marked the task. */
  public TransitionResult applySurely(Transition transition) {
    try {
      return transitions.apply(transition);
    } catch (StoreOutcomeUnknownException e) {
      return transitions.apply(transition);
    }
  }
}
