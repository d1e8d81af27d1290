package dev.atf.testkit;

import dev.atf.model.Association;
import dev.atf.model.TaskId;
import dev.atf.model.Trigger;
import dev.atf.queue.QueuePorts;
import dev.atf.simulation.aws.QueueFaults;
import dev.atf.simulation.aws.UnreliableQueues;
import dev.atf.simulation.aws.WatchedStore;
import dev.atf.simulation.time.Timeline;
import dev.atf.simulation.world.Ablation;
import dev.atf.store.Proximity;
import dev.atf.store.StorePorts;
import dev.atf.store.memory.InMemoryGateRegistry;
import dev.atf.store.memory.InMemoryLambdaRegistry;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.memory.InMemoryRunningPermits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Store and queues of a test, in memory and without a fault. */
final class Engine {
  private static final QueueFaults NO_FAULTS =
      new QueueFaults() {
        @Override
        public int copies() {
          return 1;
        }

        @Override
        public boolean forgets() {
          return false;
        }

        @Override
        public boolean resurrects() {
          return false;
        }

        @Override
        public boolean overlooks() {
          return false;
        }
      };

  private final TaskLog log = new TaskLog();
  private final WatchedStore tasks;
  private final StorePorts store;
  private final QueuePorts queues;

  Engine(Timeline timeline) {
    tasks = new WatchedStore(timeline, () -> Duration.ZERO, log, Ablation.NOTHING);
    store =
        new StorePorts(
            tasks,
            tasks,
            tasks,
            tasks,
            new InMemoryLambdaRegistry(),
            new InMemoryGateRegistry(),
            new InMemoryRunningPermits(),
            new InMemoryMemberRegistry(),
            tasks.plans(),
            tasks.feed(),
            Proximity.FAR);
    // Always the first: messages come in the order in which they were sent.
    var all = new UnreliableQueues(timeline, () -> 0L, NO_FAULTS);
    queues = new QueuePorts(all, all, all);
  }

  StorePorts store() {
    return store;
  }

  QueuePorts queues() {
    return queues;
  }

  TaskLog log() {
    return log;
  }

  /** Tasks of a lambda, in the order in which they were scheduled. */
  List<TaskId> tasksOf(String lambda) {
    return log.created().stream()
        .filter(id -> tasks.find(id).orElseThrow().header().lambda().value().equals(lambda))
        .toList();
  }

  /** Whether any task is due. */
  boolean hasDue(Instant now) {
    return tasks.all().stream().anyMatch(task -> isDue(task, now));
  }

  /** Whether it runs, or would if somebody took it. */
  boolean isDue(String taskId, Instant now) {
    return tasks.find(new TaskId(taskId)).filter(task -> isDue(task, now)).isPresent();
  }

  /** When a task is looked at next; empty once it is finished. */
  Optional<Instant> nextTrigger(String taskId) {
    return tasks
        .find(new TaskId(taskId))
        .filter(task -> !task.status().finished())
        .flatMap(task -> Optional.ofNullable(task.trigger()))
        .map(Trigger::at);
  }

  private static boolean isDue(Association task, Instant now) {
    var trigger = task.trigger();
    return switch (task.status()) {
      case NEW, RETRIABLE_FAILURE -> trigger != null && !trigger.at().isAfter(now);
      case ENQUEUED, CLAIMED, PROCESSING -> true;
      case SUCCESS, FATAL_FAILURE, CANCELLED -> false;
    };
  }
}
