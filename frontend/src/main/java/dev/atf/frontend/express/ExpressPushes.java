package dev.atf.frontend.express;

import dev.atf.frontend.lambda.QueueDepths;
import dev.atf.frontend.settings.ExpressConfig;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.loop.Threads;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the references of the express lane to the queues, and reads their depths. A turn hands all
 * of this to threads and does not wait, so that a queue that does not answer delays no other.
 */
@Singleton
public final class ExpressPushes implements Step, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ExpressPushes.class);

  /** Chosen: more than a call to SQS with its tries takes by default. */
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(6);

  private final ExpressLane path;
  private final QueueDepths depths;
  private final ExpressSender sender;
  private final Pool threads;

  @Inject
  ExpressPushes(
      ExpressLane path,
      QueueDepths depths,
      ExpressSender sender,
      ExpressConfig config,
      Threads threads) {
    this.path = path;
    this.depths = depths;
    this.sender = sender;
    this.threads = threads.pool("atf-express", config.pushThreadsMax());
  }

  @Override
  public Duration turn() {
    for (var queue : path.toLookAt()) {
      threads.execute(() -> path.looked(queue, depth(queue)));
    }
    for (var batch : path.batches()) {
      threads.execute(() -> sender.send(batch));
    }
    return path.untilNext();
  }

  private Optional<Integer> depth(QueueName queue) {
    try {
      return depths.of(queue.lambda(), queue.priority()).map(QueueDepth::waiting);
    } catch (RuntimeException e) {
      log.warn("queue={} could not be asked", queue, e);
      return Optional.empty();
    }
  }

  /** Pushes what is left, once no call is served any more and the loop has ended. */
  @Override
  public void close() {
    for (var batch : path.rest()) {
      threads.execute(() -> sender.send(batch));
    }
    try {
      path.awaitSent(CLOSE_PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.close();
  }
}
