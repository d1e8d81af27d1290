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
 * Unit of ownership: a shard of one priority of one lambda with both of its lists in the index, so
 * that one consumer owns the due time and the alarms of a task.
 */
public record Shard(LambdaDefinition lambda, Priority priority, int number) {
  /**
   * Weight of the highest priority. With three priorities, as usual, the lowest one then has weight
   * 1, so that no weight is a fraction.
   */
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

  /** Hashes only the names, because a shard is a key of maps and a definition is large. */
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
   * Returns the share of limited work that the shard gets. Each priority gets half of the share of
   * the next higher one, but at least 1 (F19).
   */
  public int weight() {
    return Math.max(1, WEIGHT_MAX >> lambda.priorities().indexOf(priority));
  }

  /**
   * Returns the shard's name for ownership, which is the key of its due list. If a lambda limits
   * how many tasks of a key run, all of its priorities have one owner, which compares them.
   */
  public String key() {
    return comparesPriorities() ? lambda.name() + "/" + number : due().key();
  }

  /**
   * Returns the step in which its lists are read, from 0. If a lambda limits how many tasks of a
   * key run, the lists of a higher priority are read before those of a lower one, so that tasks of
   * the lower one are not released only because they were found first.
   */
  public int step() {
    return comparesPriorities() ? lambda.priorities().indexOf(priority) : 0;
  }

  private boolean comparesPriorities() {
    var fairness = lambda.fairness();
    return fairness != null && fairness.runningMaxPerKey() > 0;
  }
}
