package dev.atf.storeconsumer.release;

import com.google.common.collect.Lists;
import dev.atf.model.AlarmTimes;
import dev.atf.model.TaskRef;
import dev.atf.model.task.Transitions;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskSender;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pushes marked references, and moves the alarms of refused ones forward. */
@Singleton
public final class Pusher {
  private static final Logger log = LoggerFactory.getLogger(Pusher.class);

  /**
   * Maximum number of references in one request to the queue service. Batches are sent
   * concurrently.
   */
  private static final int BATCH_MAX = 10;

  private final TaskSender sender;
  private final TaskTransitions transitions;
  private final QueueCapacity room;
  private final AlarmTimes times;
  private final RandomGenerator random;
  private final ConsumerMetrics metrics;

  /**
   * @param refusals number of refusals of this reference in a row, before this push
   */
  public record Push(QueueName queue, TaskMessage message, int refusals) {
    public TaskRef ref() {
      return message.ref();
    }
  }

  private record Batch(QueueName queue, List<Push> pushes) {
    List<TaskRef> refs() {
      return pushes.stream().map(Push::ref).toList();
    }
  }

  @Inject
  public Pusher(
      TaskSender sender,
      TaskTransitions transitions,
      QueueCapacity room,
      AlarmTimes times,
      RandomGenerator random,
      ConsumerMetrics metrics) {
    this.sender = sender;
    this.transitions = transitions;
    this.room = room;
    this.times = times;
    this.random = random;
    this.metrics = metrics;
  }

  /**
   * Pushes all references, as many batches concurrently as there are threads.
   *
   * @return references that were not pushed, or possibly not; their alarms ring soon
   */
  public Set<TaskRef> push(Collection<Push> pushes, Pool threads, Instant now) {
    var failed = new ArrayList<Push>();
    threads.map(batches(pushes), batch -> send(batch, now)).forEach(failed::addAll);
    if (!failed.isEmpty()) {
      metrics.pushFailed(failed.size());
      log.warn(
          "queue={} refused {} of {} pushes, taskId={} among them",
          failed.get(0).queue(),
          failed.size(),
          pushes.size(),
          failed.get(0).ref().taskId());
      threads.map(failed, push -> ringSoon(push, now));
    }
    var refs = new HashSet<TaskRef>();
    failed.forEach(push -> refs.add(push.ref()));
    return refs;
  }

  private static List<Batch> batches(Collection<Push> pushes) {
    var byQueue = new LinkedHashMap<QueueName, List<Push>>();
    pushes.forEach(p -> byQueue.computeIfAbsent(p.queue(), q -> new ArrayList<>()).add(p));
    return byQueue.entrySet().stream()
        .flatMap(
            e ->
                Lists.partition(e.getValue(), BATCH_MAX).stream()
                    .map(b -> new Batch(e.getKey(), b)))
        .toList();
  }

  private List<Push> send(Batch batch, Instant now) {
    var refused = refusedOf(batch);
    var failed = batch.pushes().stream().filter(push -> refused.contains(push.ref())).toList();
    if (failed.size() < batch.pushes().size()) {
      room.pushed(batch.queue(), batch.pushes().size() - failed.size());
    }
    if (!failed.isEmpty()) {
      room.refused(batch.queue(), now);
    }
    return failed;
  }

  private Set<TaskRef> refusedOf(Batch batch) {
    try {
      return sender.push(batch.queue(), batch.pushes().stream().map(Push::message).toList());
    } catch (RuntimeException e) {
      // The port does not allow this exception, but ten tasks should not wait for their long alarm.
      log.warn("queue={} push of {} failed", batch.queue(), batch.pushes().size(), e);
      return Set.copyOf(batch.refs());
    }
  }

  private boolean ringSoon(Push push, Instant now) {
    try {
      int refusals = push.refusals() + 1;
      var checkAt = times.afterRefusal(now, refusals, random);
      var result = transitions.apply(Transitions.pushFailed(push.ref(), refusals, checkAt));
      if (result instanceof TransitionResult.Applied applied) {
        var earlier = AlarmTimes.withDeadline(checkAt, applied.after().header().deadline());
        if (!earlier.equals(checkAt)) {
          transitions.apply(Transitions.pushFailed(push.ref(), refusals, earlier));
        }
      }
      return true;
    } catch (StoreException e) {
      // The alarm that was set before the push remains: the task is late, not lost.
      return false;
    } catch (RuntimeException e) {
      // The port does not allow this exception; the alarms of the others are still moved forward.
      log.warn("taskId={} its alarm could not be taken forward", push.ref().taskId(), e);
      return false;
    }
  }
}
