package dev.atf.frontend.lambda;

import dev.atf.frontend.rpc.IndexPages;
import dev.atf.model.CollectionName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.GateRegistry;
import dev.atf.store.TriggerIndex;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Counts the unfinished tasks of a lambda in the index, including those that a gate holds. */
public final class PendingTasks {
  /** Maximum number of tasks that are counted for one shard over all of its lists. */
  public static final int COUNTED_MAX = 10_000;

  /**
   * Maximum number of lists that are counted for one priority. A lambda with many shards and gated
   * collections has thousands of lists, and a call that shows figures must answer within seconds.
   */
  static final int READS_MAX = 256;

  /**
   * Number of unfinished tasks.
   *
   * @param exact false if there are more than {@code count}
   */
  public record Backlog(long count, boolean exact) {
    @Override
    public String toString() {
      return exact ? Long.toString(count) : "at least " + count;
    }
  }

  private final TriggerIndex index;
  private final GateRegistry gates;
  private final LiveLists lists;

  @Inject
  PendingTasks(TriggerIndex index, GateRegistry gates, LiveLists lists) {
    this.index = index;
    this.gates = gates;
    this.lists = lists;
  }

  /**
   * Counts the tasks of all priorities. Only the first {@link #READS_MAX} lists of each priority
   * are read.
   */
  Backlog count(LambdaDefinition lambda) {
    var gated = gates.read().collections(lambda.name());
    long sum = 0;
    boolean exact = true;
    for (var priority : lambda.priorities()) {
      var counted = count(lambda, priority, gated);
      sum += counted.count();
      exact &= counted.exact();
    }
    return new Backlog(sum, exact);
  }

  /**
   * Returns whether there is any unfinished task. It reads all lists until it finds a task. Tasks
   * that wait for their turn are in no list.
   *
   * @throws StatusRuntimeException TIMED_OUT if the call ended before the last one was read
   */
  boolean any(LambdaDefinition lambda) {
    return any(lambda, Optional.empty());
  }

  /** Returns whether there is any unfinished task except this one. */
  boolean any(LambdaDefinition lambda, Optional<TaskId> except) {
    return any(lists.of(lambda), except);
  }

  /** Returns whether there is any unfinished task of one priority. */
  boolean any(LambdaDefinition lambda, Priority priority) {
    return any(of(priority, lambda, gates.read().collections(lambda.name())), Optional.empty());
  }

  private boolean any(List<TriggerPartition> partitions, Optional<TaskId> except) {
    var end = CallEnd.current();
    for (var partition : partitions) {
      if (end.isOver()) {
        throw RpcErrors.of(ErrorReason.TIMED_OUT, "the call timed out; not all lists were read");
      }
      if (!isEmpty(partition, except)) {
        return true;
      }
    }
    return false;
  }

  private boolean isEmpty(TriggerPartition partition, Optional<TaskId> except) {
    return except.isEmpty()
        ? index.count(partition, 1) == 0
        : index.read(partition, IndexPages.ALWAYS, 2, Optional.empty()).entries().stream()
            .allMatch(entry -> except.get().equals(entry.taskId()));
  }

  /**
   * Counts the tasks of one priority.
   *
   * @param gated the collections that have, or once had, a gate
   */
  Backlog count(LambdaDefinition lambda, Priority priority, Collection<CollectionName> gated) {
    var partitions = of(priority, lambda, gated);
    var counted = new long[lambda.shards()];
    boolean exact = partitions.size() <= READS_MAX;
    for (var partition : partitions.subList(0, Math.min(READS_MAX, partitions.size()))) {
      int shard = partition.shard();
      if (counted[shard] < COUNTED_MAX) {
        counted[shard] =
            Math.min(COUNTED_MAX, counted[shard] + index.count(partition, COUNTED_MAX));
      }
      exact &= counted[shard] < COUNTED_MAX;
    }
    long sum = 0;
    for (long ofShard : counted) {
      sum += ofShard;
    }
    return new Backlog(sum, exact);
  }

  private List<TriggerPartition> of(
      Priority priority, LambdaDefinition lambda, Collection<CollectionName> gated) {
    return lists.of(lambda, gated).stream()
        .filter(partition -> priority.equals(partition.priority()))
        .toList();
  }
}
