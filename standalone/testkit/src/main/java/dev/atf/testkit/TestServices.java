package dev.atf.testkit;

import dev.atf.blob.memory.MemoryObjects;
import dev.atf.blob.store.BlobConnection;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.queue.QueuePorts;
import dev.atf.sim.aws.Mutation;
import dev.atf.sim.aws.QueueFaults;
import dev.atf.sim.aws.UnreliableQueues;
import dev.atf.sim.aws.WatchedStore;
import dev.atf.sim.time.Timeline;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.StoreLocality;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.memory.InMemoryRunningPermits;
import dev.atf.store.memory.InMemoryTaskSearch;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.OrderCodec;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.route.RouteRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Store and queues of a test, in memory and without faults. */
final class TestServices {
  private final TaskLog log = new TaskLog();
  private final WatchedStore tasks;
  private final StorePorts store;
  private final BlobConnection blobs;
  private final QueuePorts queues;

  /**
   * Creates a store and queues.
   *
   * @param clock time of the services
   */
  TestServices(Timeline timeline, InstantSource clock) {
    tasks = new WatchedStore(timeline, () -> Duration.ZERO, log, Mutation.NONE);
    store =
        new StorePorts(
                tasks,
                tasks,
                tasks.entities(),
                new InMemoryTaskSearch(),
                tasks.index(),
                LambdaRegistry.inMemory(),
                GateRegistry.inMemory(),
                SubscriptionRegistry.inMemory(),
                RouteRegistry.inMemory(),
                new InMemoryRunningPermits(),
                new InMemoryMemberRegistry(),
                tasks.plans(),
                tasks.feed(),
                StoreLocality.FAR)
            .waking(clock);
    blobs = BlobConnection.on(new MemoryObjects(clock), clock, new SecureRandom());
    // Always the first: messages come in the order in which they were sent.
    var all = new UnreliableQueues(timeline, () -> 0L, QueueFaults.NONE);
    queues = QueuePorts.of(all, all, all);
  }

  BlobConnection blobs() {
    return blobs;
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

  /** Returns the tasks of a lambda, in the order in which they were scheduled. */
  List<TaskId> tasksOf(String lambda) {
    return log.created().stream()
        .filter(id -> tasks.find(id).orElseThrow().header().lambda().value().equals(lambda))
        .toList();
  }

  /** Returns whether any task is due. */
  boolean hasDue(Instant now) {
    return tasks.all().stream().anyMatch(task -> isDue(task, now));
  }

  /** Returns whether a due periodic task, key or job must still be read. */
  boolean hasUnseenPlan(Instant now) {
    return tasks.plans().all().stream()
        .anyMatch(plan -> hasRung(plan, now) && !log.hasSeen(plan.id()));
  }

  /** Returns whether a task cannot change any more, or never existed. */
  boolean isFinished(String taskId) {
    return tasks.find(new TaskId(taskId)).filter(task -> !task.status().finished()).isEmpty();
  }

  /**
   * Returns the time at which a task that cannot run now continues; empty if that does not depend
   * on the clock. A task that waits for its turn continues when its key, or the task with the turn,
   * continues.
   */
  Optional<Instant> goesOnAt(String taskId, Instant now) {
    return tasks.find(new TaskId(taskId)).flatMap(task -> goesOnAt(task, now));
  }

  private Optional<Instant> goesOnAt(Association task, Instant now) {
    var origin = task.header().origin();
    if (task.waits() && origin != null) {
      return tasks.plans().find(PlanId.of(origin)).flatMap(key -> keyGoesOnAt(key, now));
    }
    return dueAfter(task, now);
  }

  private Optional<Instant> keyGoesOnAt(Plan key, Instant now) {
    var alarmAt = key.alarmAt();
    if (alarmAt != null && alarmAt.isAfter(now)) {
      return Optional.of(alarmAt);
    }
    return OrderCodec.state(key)
        .holder()
        .flatMap(holder -> tasks.find(holder.taskId()))
        .flatMap(holder -> dueAfter(holder, now));
  }

  /** Returns the next time at which anything is due. */
  Optional<Instant> nextAfter(Instant now) {
    var due = tasks.all().stream().flatMap(task -> dueAfter(task, now).stream());
    var alarms =
        tasks.plans().all().stream()
            .flatMap(plan -> Optional.ofNullable(plan.alarmAt()).stream())
            .filter(at -> at.isAfter(now));
    return Stream.concat(due, alarms).min(Instant::compareTo);
  }

  private static Optional<Instant> dueAfter(Association task, Instant now) {
    var trigger = task.trigger();
    boolean waits =
        task.status() == TaskStatus.NEW
            || task.status() == TaskStatus.RETRIABLE_FAILURE
            || task.status() == TaskStatus.BLOCKED;
    return waits && trigger != null && !hasRung(trigger, now)
        ? Optional.of(trigger.at())
        : Optional.empty();
  }

  private static boolean isDue(Association task, Instant now) {
    var trigger = task.trigger();
    return switch (task.status()) {
      // Without a trigger it waits for its turn, which the plan of its key gives.
      case NEW, RETRIABLE_FAILURE, BLOCKED -> trigger != null && hasRung(trigger, now);
      case ENQUEUED, CLAIMED, PROCESSING -> true;
      // With an alarm it has children that are not created yet.
      case SUCCESS, FATAL_FAILURE, CANCELLED ->
          trigger != null && trigger.alarm().rings() && hasRung(trigger, now);
    };
  }

  private static boolean hasRung(Plan plan, Instant now) {
    var alarmAt = plan.alarmAt();
    return alarmAt != null && !alarmAt.isAfter(now);
  }

  /**
   * Returns whether the trigger has fired. The clocks of services are within the current
   * millisecond of the test.
   */
  private static boolean hasRung(Trigger trigger, Instant now) {
    return trigger.at().isBefore(now.plusMillis(1));
  }
}
