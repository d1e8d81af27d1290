package dev.atf.storeconsumer.release;

import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

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

  /** Returns how many tasks of the group its rate lets go now. */
  int allowed(QueueName queue, KeyGroup group, Instant now) {
    return rates.allowed(queue, group, now);
  }

  /**
   * Returns how many references each queue takes now. The tasks of any other queue are held only as
   * far as it has capacity; one that keys share holds a task of each key besides.
   */
  Map<QueueName, Integer> room(Collection<QueueName> shared, Instant now) {
    var left = new HashMap<QueueName, Integer>();
    shared.forEach(queue -> left.put(queue, room.left(queue, now)));
    return left;
  }

  /** Counts one task that was let go. */
  void released(PendingRelease entry) {
    rates.released(entry.queue(), 1);
    rates.released(entry.queue(), entry.group());
  }

  /** Returns from when on the rate of the queue lets a task go. */
  Instant nextAt(QueueName queue, Instant now) {
    return rates.nextAt(queue, now);
  }

  /** Returns from when on the rate of the group lets a task go. */
  Instant nextAt(QueueName queue, KeyGroup group, Instant now) {
    return rates.nextAt(queue, group, now);
  }
}
