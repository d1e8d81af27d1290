package dev.atf.storeconsumer.release;

import com.google.common.collect.Comparators;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.task.Transitions;
import dev.atf.queue.QueueName;
import dev.atf.runtime.loop.Step;
import dev.atf.store.StoreException;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases tasks at their due millisecond. It takes them from the {@link LookAhead} as far as
 * gates, queues and rates allow, marks each in the store, and then pushes the successfully marked
 * tasks (law 3). One turn handles one chunk, so that the first pushes of a large release do not
 * wait for the last marks.
 *
 * <p>If the process dies here, the next owner of the shards reads the unmarked tasks again, and the
 * alarms of the marked ones push them.
 */
@Singleton
public final class ReleaseStep implements Step {
  private static final Logger log = LoggerFactory.getLogger(ReleaseStep.class);

  /** Pause after which a full queue with fairness keys is read again. */
  private static final Duration FULL_PAUSE = Duration.ofMillis(50);

  /** Maximum pause. An earlier task ends the pause. */
  private static final Duration IDLE_MAX = Duration.ofSeconds(1);

  private final LookAhead lookAhead;
  private final LambdaDirectory directory;
  private final QueueCapacity capacity;
  private final DispatchRates rates;
  private final KeyLimits keys;
  private final Releaser releaser;
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
      LambdaDirectory directory,
      QueueCapacity capacity,
      DispatchRates rates,
      KeyLimits keys,
      Releaser releaser,
      WorkPools pools,
      InstantSource clock,
      ConsumerMetrics metrics) {
    this.lookAhead = lookAhead;
    this.directory = directory;
    this.capacity = capacity;
    this.rates = rates;
    this.keys = keys;
    this.releaser = releaser;
    this.pools = pools;
    this.clock = clock;
    this.metrics = metrics;
    metrics.lookAheadHeld(lookAhead, LookAhead::size);
  }

  /**
   * Sets the action that wakes the loop of this step, for a task that is due before its next turn.
   */
  public void whenEarlier(Runnable action) {
    lookAhead.whenEarlier(action);
  }

  /**
   * Releases one chunk of due tasks.
   *
   * @throws WritesFailedException if the store accepted none of the marks
   */
  @Override
  public Duration turn() {
    var now = clock.instant();
    // Queues that several fairness keys share. In memory, every other queue has only as many tasks
    // as it has capacity for; a shared queue also has one task of each key, so its capacity is
    // checked here.
    var shared = lookAhead.sharedQueues(now);
    var left = new HashMap<QueueName, Integer>();
    shared.keySet().forEach(queue -> left.put(queue, capacity.left(queue, now)));
    readKeys(shared, left, now);
    var due =
        lookAhead.nextBatch(
            now,
            pools.releaseChunk(),
            queue ->
                Math.min(rates.allowed(queue, now), left.getOrDefault(queue, Integer.MAX_VALUE)),
            (queue, group) ->
                Math.min(rates.allowed(queue, group, now), keys.allowed(queue, group)));
    if (!due.isEmpty()) {
      try {
        release(due.stream().filter(task -> admit(task, now)).toList(), now);
      } finally {
        lookAhead.forget(due);
      }
    }
    var then = clock.instant();
    return lookAhead.untilNext(
        then,
        IDLE_MAX,
        queue ->
            left.getOrDefault(queue, 1) > 0 ? rates.nextAt(queue, then) : then.plus(FULL_PAUSE),
        (queue, group) ->
            Comparators.max(rates.nextAt(queue, group, then), keys.nextAt(queue, group, then)));
  }

  /**
   * Reads how many tasks of each limited fairness key run, if this is unknown, and chooses for each
   * of these keys the priority whose tasks are released first.
   */
  private void readKeys(
      Map<QueueName, List<KeyGroup>> due, Map<QueueName, Integer> left, Instant now) {
    keys.read(due, now);
    keys.choose(
        due,
        (queue, group) ->
            left.getOrDefault(queue, 0) > 0
                && rates.allowed(queue, now) > 0
                && rates.allowed(queue, group, now) > 0,
        now);
  }

  /**
   * Returns whether a task may be marked. It must not be marked if its queue refused a push, a gate
   * stops it, or its fairness key is full. If the key has a limit, the task is counted. A task that
   * is not admitted is no longer held in memory, and the next poll reads it again.
   */
  private boolean admit(DueTask task, Instant now) {
    return !capacity.refusing(task.queue(), now)
        && GateDecision.passes(directory.gates(), task.queue().lambda(), task.collection(), now)
        && keys.take(task.queue(), task.group());
  }

  private void release(List<DueTask> due, Instant now) {
    var marks = pools.mark().map(due, task -> mark(task, now));
    var won = new ArrayList<DueTask>();
    for (int i = 0; i < due.size(); i++) {
      if (marks.get(i) == Mark.WON) {
        won.add(due.get(i));
        count(due.get(i));
      }
    }
    releaser.pushReleased(won, pools.mark(), now, clock);
    if (!due.isEmpty() && marks.stream().allMatch(mark -> mark == Mark.FAILED)) {
      throw new WritesFailedException(
          "none of " + due.size() + " due tasks could be marked; they stay in the store");
    }
  }

  private Mark mark(DueTask task, Instant now) {
    try {
      boolean won =
          releaser.mark(
              task.ref(),
              now,
              checkAt ->
                  Transitions.release(task.taskId(), task.seenEpoch(), task.dueAt(), now, checkAt)
                      .onlyOf(task.queue().lambda()));
      return won ? Mark.WON : Mark.LOST;
    } catch (StoreException e) {
      // If the task is not marked, the next poll finds it. If it is marked, its alarm pushes it.
      metrics.markFailed();
      return Mark.FAILED;
    } catch (RuntimeException e) {
      // The port does not allow this exception; the others of the chunk are still pushed.
      log.warn("taskId={} epoch={} could not be marked", task.taskId(), task.seenEpoch(), e);
      metrics.markFailed();
      return Mark.FAILED;
    }
  }

  /** Counts one marked task against the rates of its queue and its fairness key. */
  private void count(DueTask task) {
    rates.released(task.queue(), 1);
    rates.released(task.queue(), task.group());
    keys.released(task);
  }
}
