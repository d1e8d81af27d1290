package dev.atf.storeconsumer.release;

import com.google.common.collect.Lists;
import dev.atf.model.AlarmTimes;
import dev.atf.model.TaskRef;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskSender;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreException;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Performs the two steps of a release in this order (law 3): one conditional write marks the task
 * in the store, and then its reference is pushed. If the process dies in between, or the queue
 * refuses the push, the alarm that the mark has set pushes the task again.
 */
@Singleton
public final class Releaser {
  private static final Logger log = LoggerFactory.getLogger(Releaser.class);

  /**
   * Maximum number of references in one request to the queue service. Batches are sent
   * concurrently.
   */
  private static final int BATCH_MAX = 10;

  private final TaskTransitions transitions;
  private final TaskSender sender;
  private final QueueCapacity capacity;
  private final DrainRates drainRates;
  private final AlarmTimes times;
  private final RandomGenerator random;
  private final ConsumerMetrics metrics;

  @Inject
  public Releaser(
      TaskTransitions transitions,
      TaskSender sender,
      QueueCapacity capacity,
      DrainRates drainRates,
      AlarmTimes times,
      RandomGenerator random,
      ConsumerMetrics metrics) {
    this.transitions = transitions;
    this.sender = sender;
    this.capacity = capacity;
    this.drainRates = drainRates;
    this.times = times;
    this.random = random;
    this.metrics = metrics;
  }

  /**
   * Marks a task as released, in one write.
   *
   * @param ref reference of the task after it is marked
   * @param release creates the transition from the time of the next check of the task
   * @return whether this consumer must push the reference; false if the task has changed, or
   *     another consumer has marked it
   * @throws StoreException if the task is possibly not marked; if it is, its alarm will push it
   */
  public boolean mark(TaskRef ref, Instant now, Function<Instant, Transition> release) {
    var checkAt = times.afterRelease(now, random);
    var result = applyTwice(release.apply(checkAt));
    if (!isMarked(result, ref, checkAt)) {
      metrics.releaseLost();
      return false;
    }
    result.task().ifPresent(task -> ringAtDeadline(task, checkAt));
    return true;
  }

  /**
   * Applies a transition, and applies it again if the answer was lost. A refusal then shows who has
   * changed the task.
   */
  public TransitionResult applyTwice(Transition transition) {
    try {
      return transitions.apply(transition);
    } catch (StoreOutcomeUnknownException e) {
      return transitions.apply(transition);
    }
  }

  /**
   * Returns whether this consumer has marked the task. If a refusal shows the alarm that this
   * consumer has written or tried to write, the write was applied and only its answer was lost. If
   * another consumer has the same random time, one superfluous copy is pushed, and its claim is
   * refused.
   */
  private static boolean isMarked(TransitionResult result, TaskRef ref, Instant checkAt) {
    return !(result instanceof TransitionResult.Refused refused)
        || refused.found().filter(found -> found.isReadied(ref, checkAt)).isPresent();
  }

  /**
   * Moves the alarm to the deadline if the deadline is earlier. Before the mark, the deadline is
   * unknown, because the index does not contain it. Without this write, the task is given up late.
   */
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

  /**
   * Pushes tasks that were just marked, and counts those that their queues accepted as released.
   *
   * @param clock clock that is read after the pushes, to measure how late they were
   */
  public void pushReleased(
      Collection<DueTask> marked, Pool threads, Instant now, InstantSource clock) {
    var failed = push(marked, threads, now);
    var pushedAt = clock.instant();
    for (var task : marked) {
      if (!failed.contains(task.ref())) {
        drainRates.released(task.queue(), 1);
        metrics.released(Duration.between(task.dueAt(), pushedAt));
      }
    }
  }

  /**
   * Pushes marked tasks, with one batch at a time on each thread. The alarms of refused tasks are
   * moved to the near future.
   *
   * @return references that were possibly not pushed; their alarms ring soon
   */
  public Set<TaskRef> push(Collection<DueTask> marked, Pool threads, Instant now) {
    var failed = new ArrayList<DueTask>();
    threads.map(batches(marked), batch -> pushBatch(batch, now)).forEach(failed::addAll);
    if (!failed.isEmpty()) {
      metrics.pushFailed(failed.size());
      log.warn(
          "queue={} refused {} of {} pushes, taskId={} among them",
          failed.get(0).queue(),
          failed.size(),
          marked.size(),
          failed.get(0).taskId());
      threads.map(failed, task -> ringSoon(task, now));
    }
    var refs = new HashSet<TaskRef>();
    failed.forEach(task -> refs.add(task.ref()));
    return refs;
  }

  /** Splits tasks into batches for one queue each. */
  private static List<List<DueTask>> batches(Collection<DueTask> tasks) {
    var byQueue = new LinkedHashMap<QueueName, List<DueTask>>();
    tasks.forEach(task -> byQueue.computeIfAbsent(task.queue(), q -> new ArrayList<>()).add(task));
    return byQueue.values().stream()
        .flatMap(ofQueue -> Lists.partition(ofQueue, BATCH_MAX).stream())
        .toList();
  }

  /** Pushes one batch, and returns the tasks that the queue refused. */
  private List<DueTask> pushBatch(List<DueTask> batch, Instant now) {
    var queue = batch.get(0).queue();
    var refused = refused(queue, batch);
    var failed = batch.stream().filter(task -> refused.contains(task.ref())).toList();
    if (failed.size() < batch.size()) {
      capacity.pushed(queue, batch.size() - failed.size());
    }
    if (!failed.isEmpty()) {
      capacity.refused(queue, now);
    }
    return failed;
  }

  private Set<TaskRef> refused(QueueName queue, List<DueTask> batch) {
    try {
      return sender.push(queue, batch.stream().map(DueTask::message).toList());
    } catch (RuntimeException e) {
      // The port does not allow this exception, but ten tasks should not wait for their long alarm.
      log.warn("queue={} push of {} failed", queue, batch.size(), e);
      return batch.stream().map(DueTask::ref).collect(Collectors.toSet());
    }
  }

  /**
   * Moves the alarm of a refused task to the near future. Returns false if the store did not accept
   * the write.
   */
  private boolean ringSoon(DueTask task, Instant now) {
    try {
      int refusals = task.refusals() + 1;
      var checkAt = times.afterRefusal(now, refusals, random);
      var result = transitions.apply(Transitions.pushFailed(task.ref(), refusals, checkAt));
      if (result instanceof TransitionResult.Applied applied) {
        var earlier = AlarmTimes.withDeadline(checkAt, applied.after().header().deadline());
        if (!earlier.equals(checkAt)) {
          transitions.apply(Transitions.pushFailed(task.ref(), refusals, earlier));
        }
      }
      return true;
    } catch (StoreException e) {
      // The alarm that was set before the push remains: the task is late, not lost.
      return false;
    } catch (RuntimeException e) {
      // The port does not allow this exception; the alarms of the others are still moved forward.
      log.warn("taskId={} its alarm could not be moved forward", task.taskId(), e);
      return false;
    }
  }
}
