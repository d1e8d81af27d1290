package dev.atf.frontend.express;

import dev.atf.frontend.express.ExpressLane.Batch;
import dev.atf.frontend.lambda.QueueDepths;
import dev.atf.frontend.settings.ExpressConfig;
import dev.atf.model.AlarmTimes;
import dev.atf.model.TaskRef;
import dev.atf.model.task.Transitions;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskSender;
import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.loop.Threads;
import dev.atf.store.StoreException;
import dev.atf.store.TaskTransitions;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the references of the express lane to the queues, and reads their depths. A step hands all
 * calls to threads and does not wait, so that a queue that does not answer delays no other queue.
 * If a queue refuses a reference, the alarm of its task is moved to the near future.
 */
@Singleton
public final class ExpressPushes implements Step, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ExpressPushes.class);

  /**
   * Maximum wait of the close for pushes in progress. It is longer than a call to SQS with all its
   * tries takes by default.
   */
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(6);

  private final ExpressLane lane;
  private final QueueDepths depths;
  private final TaskSender sender;
  private final TaskTransitions transitions;
  private final AlarmTimes times;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Pool threads;
  private final Counter pushed;
  private final Counter refused;

  @Inject
  ExpressPushes(
      ExpressLane lane,
      QueueDepths depths,
      TaskSender sender,
      TaskTransitions transitions,
      AlarmTimes times,
      ExpressConfig config,
      InstantSource clock,
      RandomGenerator random,
      Threads threads,
      MeterRegistry metrics) {
    this.lane = lane;
    this.depths = depths;
    this.sender = sender;
    this.transitions = transitions;
    this.times = times;
    this.clock = clock;
    this.random = random;
    this.threads = threads.pool("atf-express", config.pushThreadsMax());
    this.pushed =
        Counter.builder("atf.frontend.express.pushed")
            .description("references that the frontend pushed")
            .register(metrics);
    this.refused =
        Counter.builder("atf.frontend.express.refused")
            .description("references that a queue refused, or possibly refused")
            .register(metrics);
  }

  @Override
  public Duration turn() {
    for (var queue : lane.toCheck()) {
      threads.execute(() -> lane.checked(queue, depth(queue)));
    }
    for (var batch : lane.batches()) {
      threads.execute(() -> send(batch));
    }
    return lane.untilNext();
  }

  private Optional<Integer> depth(QueueName queue) {
    try {
      return depths.of(queue.lambda(), queue.priority()).map(QueueDepth::waiting);
    } catch (RuntimeException e) {
      log.warn("queue={} could not be asked", queue, e);
      return Optional.empty();
    }
  }

  /** Pushes a batch, and records in the lane that the push has ended, even after a failure. */
  private void send(Batch batch) {
    try {
      var failed = push(batch);
      pushed.increment(batch.messages().size() - failed.size());
      if (!failed.isEmpty()) {
        lane.refused(batch.queue());
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
      lane.sent(batch);
    }
  }

  /** Returns the references that the queue did not accept, or may not have accepted. */
  private Set<TaskRef> push(Batch batch) {
    try {
      return sender.push(batch.queue(), batch.messages());
    } catch (RuntimeException e) {
      // The port does not promise this exception, but ten tasks must not wait for their long alarm
      // because of it.
      log.warn("queue={} push of {} failed", batch.queue(), batch.messages().size(), e);
      return TaskMessage.refs(batch.messages());
    }
  }

  private void ringSoon(TaskRef ref) {
    try {
      var checkAt = times.afterRefusal(clock.instant(), 1, random);
      transitions.apply(Transitions.pushFailed(ref, 1, checkAt));
    } catch (StoreException e) {
      // The alarm that was written with the task is still set, so the task is late but not lost.
      log.warn("taskId={} its alarm could not be taken forward: {}", ref.taskId(), e.toString());
    } catch (RuntimeException e) {
      log.warn("taskId={} its alarm could not be taken forward", ref.taskId(), e);
    }
  }

  /**
   * Pushes the remaining references. It must be called after the last call was served and the loop
   * has stopped.
   */
  @Override
  public void close() {
    for (var batch : lane.rest()) {
      threads.execute(() -> send(batch));
    }
    try {
      lane.awaitSent(CLOSE_PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.close();
  }
}
