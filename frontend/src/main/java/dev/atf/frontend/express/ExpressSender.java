package dev.atf.frontend.express;

import dev.atf.frontend.express.ExpressLane.Batch;
import dev.atf.model.AlarmTimes;
import dev.atf.model.TaskRef;
import dev.atf.model.task.Transitions;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskSender;
import dev.atf.store.StoreException;
import dev.atf.store.TaskTransitions;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pushes a batch of the express lane, and takes the alarms of those forward that were refused. */
final class ExpressSender {
  private static final Logger log = LoggerFactory.getLogger(ExpressSender.class);

  private final ExpressLane path;
  private final TaskSender sender;
  private final TaskTransitions transitions;
  private final AlarmTimes times;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Counter pushed;
  private final Counter refused;

  @Inject
  ExpressSender(
      ExpressLane path,
      TaskSender sender,
      TaskTransitions transitions,
      AlarmTimes times,
      InstantSource clock,
      RandomGenerator random,
      MeterRegistry metrics) {
    this.path = path;
    this.sender = sender;
    this.transitions = transitions;
    this.times = times;
    this.clock = clock;
    this.random = random;
    this.pushed =
        Counter.builder("atf.frontend.express.pushed")
            .description("references that the frontend pushed")
            .register(metrics);
    this.refused =
        Counter.builder("atf.frontend.express.refused")
            .description("references that a queue did not take, or perhaps not")
            .register(metrics);
  }

  /** Pushes the batch; whatever becomes of it, the lane is told that it is sent. */
  void send(Batch batch) {
    try {
      var failed = refusedOf(batch);
      pushed.increment(batch.messages().size() - failed.size());
      if (!failed.isEmpty()) {
        path.refused(batch.queue());
        refused.increment(failed.size());
        log.warn(
            "queue={} refused {} of {} pushes, taskId={} among them",
            batch.queue(),
            failed.size(),
            batch.messages().size(),
            failed.iterator().next().taskId());
        failed.forEach(this::ringSoon);
      }
    } finally {
      path.sent(batch);
    }
  }

  private Set<TaskRef> refusedOf(Batch batch) {
    try {
      return sender.push(batch.queue(), batch.messages());
    } catch (RuntimeException e) {
      // Not the port's promise, but no reason to leave ten tasks to their long alarm.
      log.warn("queue={} push of {} failed", batch.queue(), batch.messages().size(), e);
      return TaskMessage.refs(batch.messages());
    }
  }

  private void ringSoon(TaskRef ref) {
    try {
      var checkAt = times.afterRefusal(clock.instant(), 1, random);
      transitions.apply(Transitions.pushFailed(ref, 1, checkAt));
    } catch (StoreException e) {
      // The alarm that was written with the task stands: it is late, not lost.
      log.warn("taskId={} its alarm could not be taken forward: {}", ref.taskId(), e.toString());
    } catch (RuntimeException e) {
      log.warn("taskId={} its alarm could not be taken forward", ref.taskId(), e);
    }
  }
}
