package dev.atf.storeconsumer.release;

import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import jakarta.inject.Inject;
import java.time.Instant;

/** Says which due tasks may be released now: by their gates, their queue, and their rate. */
public final class ReleaseLimits {
  private final LambdaDirectory directory;
  private final QueueCapacity room;
  private final DispatchRates rates;

  @Inject
  public ReleaseLimits(LambdaDirectory directory, QueueCapacity room, DispatchRates rates) {
    this.directory = directory;
    this.room = room;
    this.rates = rates;
  }

  /** Says whether a task may be marked: not if a gate stops it or its queue refused a push. */
  boolean mayGo(PendingRelease entry, Instant now) {
    return !room.refusing(entry.queue(), now)
        && GateDecision.of(directory.gates(), entry.queue().lambda(), entry.collection(), now)
            instanceof GateDecision.Pass;
  }

  /** Returns how many tasks of the queue its rate lets go now. */
  int allowed(QueueName queue, Instant now) {
    return rates.allowed(queue, now);
  }

  /** Counts one task that was let go. */
  void released(QueueName queue) {
    rates.released(queue, 1);
  }

  /** Returns from when on the rate of the queue lets a task go. */
  Instant nextAt(QueueName queue, Instant now) {
    return rates.nextAt(queue, now);
  }
}
