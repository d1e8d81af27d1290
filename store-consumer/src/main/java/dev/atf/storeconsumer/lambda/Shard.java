package dev.atf.storeconsumer.lambda;

import dev.atf.model.Alarm;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.queue.QueueName;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Unit of ownership: a shard of one priority of one lambda, with both of its lists in the index, so
 * that due tasks and alarms of a task belong to one consumer.
 */
public record Shard(LambdaDefinition lambda, Priority priority, int number) {
  /** The lowest of the three usual priorities has 1, so that none weighs a fraction. */
  private static final int WEIGHT_MAX = 4;

  public static List<Shard> of(LambdaDefinition lambda) {
    var shards = new ArrayList<Shard>();
    for (var priority : lambda.priorities()) {
      for (int number = 0; number < lambda.shards(); number++) {
        shards.add(new Shard(lambda, priority, number));
      }
    }
    return shards;
  }

  /** Hashes the names only: a shard is a key of maps, and a definition is large. */
  @Override
  public int hashCode() {
    return Objects.hash(lambda.name(), priority, number);
  }

  public TriggerPartition due() {
    return TriggerPartition.live(lambda.name(), priority, number, Alarm.DUE);
  }

  public TriggerPartition check() {
    return TriggerPartition.live(lambda.name(), priority, number, Alarm.CHECK);
  }

  public QueueName queue() {
    return new QueueName(lambda.name(), priority);
  }

  /**
   * Returns its part of bounded work: half as much for each step down from the highest priority,
   * and never nothing (F19).
   */
  public int weight() {
    return Math.max(1, WEIGHT_MAX >> lambda.priorities().indexOf(priority));
  }

  /**
   * Returns the shard's name for ownership: the key of its due list. The priorities of a lambda
   * that limits how many tasks of a key run have one owner, which compares them.
   */
  public String key() {
    return comparesPriorities() ? lambda.name() + "/" + number : due().key();
  }

  /**
   * Returns the step in which its lists are read, from 0: of a lambda that limits how many tasks of
   * a key run, those of a higher priority before those of a lower one, so that the lower one's are
   * not released because they were found first.
   */
  public int step() {
    return comparesPriorities() ? lambda.priorities().indexOf(priority) : 0;
  }

  private boolean comparesPriorities() {
    var fairness = lambda.fairness();
    return fairness != null && fairness.runningMaxPerKey() > 0;
  }
}
