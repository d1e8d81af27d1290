package dev.atf.simulation.scale;

import dev.atf.model.check.FieldChecks;
import dev.atf.model.check.Limits;
import java.time.Duration;

/**
 * Experiment: a cluster, and its workload.
 *
 * @param rate tasks that become due per second, over all lambdas and priorities
 * @param duration time in which tasks become due
 * @param lead time from a task's scheduling until it is due; zero for tasks that are due at once,
 *     and take the express lane if they may
 * @param backlog tasks that are all due when the load begins
 * @param away time for which the store refuses every call; zero for never. The tasks that become
 *     due in that time are in addition to those of {@code duration}, and were scheduled before
 * @param marks concurrent conditional writes of one store consumer: {@code markConcurrency}
 * @param slots slots of the one executor of each lambda
 * @param taskTime time that a handler takes
 * @param tablePartitions partitions of each of the two tables
 */
public record ScalePlan(
    long seed,
    int rate,
    Duration duration,
    Duration lead,
    int backlog,
    Duration away,
    int lambdas,
    int priorities,
    int shards,
    int frontends,
    int consumers,
    int marks,
    int hscs,
    int slots,
    Duration taskTime,
    int tablePartitions) {
  public static final int RATE_MAX = 100_000;
  public static final int BACKLOG_MAX = 10_000_000;

  public ScalePlan {
    new FieldChecks()
        .within("rate", rate, 0, RATE_MAX)
        .within("backlog", backlog, 0, BACKLOG_MAX)
        .within("rate + backlog", rate + backlog, 1, Integer.MAX_VALUE)
        .within("lambdas", lambdas, 1, 1_000)
        .within("priorities", priorities, 1, Limits.PRIORITIES_MAX)
        .within("shards", shards, 1, Limits.SHARDS_MAX)
        .within("frontends", frontends, 1, 100)
        .within("consumers", consumers, 1, 100)
        .within("marks", marks, 1, 1_000)
        .within("hscs", hscs, 1, 100)
        .within("slots", slots, 1, 1_000)
        .within("tablePartitions", tablePartitions, 1, 10_000)
        .positive("duration", duration)
        .end();
  }

  boolean isAway() {
    return away.compareTo(Duration.ZERO) > 0;
  }

  /** Returns the number of tasks that become due in {@code time}. */
  long dueIn(Duration time) {
    return rate * time.toMillis() / 1_000;
  }

  /** Returns the approximate number of all tasks. */
  public long tasks() {
    return backlog + dueIn(duration) + dueIn(away);
  }
}
