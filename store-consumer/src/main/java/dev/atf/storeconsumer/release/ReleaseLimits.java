package dev.atf.storeconsumer.release;

import com.google.common.collect.Comparators;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says which due tasks may be released now: by their gates, their queue, and their rates. */
public final class ReleaseLimits {
  private final LambdaDirectory directory;
  private final QueueCapacity room;
  private final DispatchRates rates;
  private final KeyLimits keys;

  @Inject
  public ReleaseLimits(
      LambdaDirectory directory, QueueCapacity room, DispatchRates rates, KeyLimits keys) {
    this.directory = directory;
    this.room = room;
    this.rates = rates;
    this.keys = keys;
  }

  /**
   * Says whether a task may be marked, and counts it where its key is limited: not if a gate stops
   * it, its queue refused a push, or its key is full.
   */
  boolean admit(PendingRelease entry, Instant now) {
    return !room.refusing(entry.queue(), now)
        && GateDecision.of(directory.gates(), entry.queue().lambda(), entry.collection(), now)
            instanceof GateDecision.Pass
        && keys.take(entry.queue(), entry.group());
  }

  /**
   * Reads how many tasks of the keys run, where that is limited and not known, and chooses which of
   * their priorities goes first.
   *
   * @param due groups with a due task, by their queue
   * @param room how many references each queue takes now
   */
  void readKeys(Map<QueueName, List<KeyGroup>> due, Map<QueueName, Integer> room, Instant now) {
    keys.read(due, now);
    keys.choose(
        due,
        (queue, group) ->
            room.getOrDefault(queue, 0) > 0
                && rates.allowed(queue, now) > 0
                && rates.allowed(queue, group, now) > 0,
        now);
  }

  /** Returns how many tasks of the queue its rate lets go now. */
  int allowed(QueueName queue, Instant now) {
    return rates.allowed(queue, now);
  }

  /** Returns how many tasks of the group may go now, by its rate and by how many run. */
  int allowed(QueueName queue, KeyGroup group, Instant now) {
    return Math.min(rates.allowed(queue, group, now), keys.allowed(queue, group));
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
    keys.released(entry);
  }

  /** Returns from when on the rate of the queue lets a task go. */
  Instant nextAt(QueueName queue, Instant now) {
    return rates.nextAt(queue, now);
  }

  /** Returns from when on a task of the group may go, as far as is known. */
  Instant nextAt(QueueName queue, KeyGroup group, Instant now) {
    return Comparators.max(rates.nextAt(queue, group, now), keys.nextAt(queue, group, now));
  }
}
