package dev.atf.frontend.explain;

import dev.atf.frontend.explain.Facts.Backlog;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.lambda.PendingTasks;
import dev.atf.frontend.lambda.QueueDepths;
import dev.atf.frontend.lambda.QueuedTasks;
import dev.atf.frontend.plans.KeyView;
import dev.atf.frontend.task.PlanOf;
import dev.atf.frontend.task.Rescheduling;
import dev.atf.frontend.task.TaskReading;
import dev.atf.model.Alarm;
import dev.atf.model.Association;
import dev.atf.model.Priority;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.lambda.Limits;
import dev.atf.model.order.Turn;
import dev.atf.store.GateRegistry;
import dev.atf.store.MemberRegistry;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.RunningPermits;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TriggerIndex;
import dev.atf.store.worker.SightingNote;
import dev.atf.store.worker.WorkerHosts;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Gathers the facts of one task with a bounded number of reads, which depend on its state. */
final class TaskFacts {
  /** Chosen: older sightings say nothing about now. */
  private static final Duration RATES_OF = Duration.ofSeconds(30);

  /** Time for which a store consumer's value of it is kept. */
  private static final Duration NEXT_RELEASE_OF = Duration.ofMinutes(10);

  /**
   * Chosen: time back from now within which the last sighting of a silent controller is reported.
   */
  static final Duration WORKERS_OF = Duration.ofHours(24);

  /** Chosen: pages of the index that are counted for one explanation. */
  private static final int READS_MAX = 64;

  private final TaskAssociations associations;
  private final LambdaCache lambdas;
  private final LeaseTimes cluster;
  private final GateRegistry gates;
  private final TriggerIndex index;
  private final QueueDepths queues;
  private final MemberRegistry members;
  private final QueuedTasks queuedTasks;
  private final WorkerHosts workers;
  private final RunningPermits permits;
  private final KeyView keys;
  private final PlanOf planOf;

  @Inject
  TaskFacts(
      TaskAssociations associations,
      LambdaCache lambdas,
      LeaseTimes cluster,
      GateRegistry gates,
      TriggerIndex index,
      QueueDepths queues,
      MemberRegistry members,
      QueuedTasks queuedTasks,
      WorkerHosts workers,
      RunningPermits permits,
      KeyView keys,
      PlanOf planOf) {
    this.associations = associations;
    this.lambdas = lambdas;
    this.cluster = cluster;
    this.gates = gates;
    this.index = index;
    this.queues = queues;
    this.members = members;
    this.queuedTasks = queuedTasks;
    this.workers = workers;
    this.permits = permits;
    this.keys = keys;
    this.planOf = planOf;
  }

  /**
   * @param now whole milliseconds
   * @throws StatusRuntimeException TASK_NOT_FOUND
   */
  Facts gather(TaskId taskId, Instant now) {
    var task = associations.find(taskId).orElseThrow(() -> TaskReading.notFound(taskId));
    var lambda = lambdas.find(task.header().lambda());
    return task.status().finished() || task.status().running()
        ? few(task, lambda)
        : all(task, lambda, now);
  }

  private Facts few(Association task, Optional<LambdaDefinition> lambda) {
    return new Facts(
        task,
        lambda,
        cluster,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        lambda.flatMap(known -> heldBy(task, known)),
        planOf.task(task));
  }

  private Facts all(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    var header = task.header();
    var rates = rates(header, now);
    return new Facts(
        task,
        lambda,
        cluster,
        gates.read().closed(header.lambda(), header.collection(), now),
        lambda.flatMap(known -> ahead(task, known, now)),
        lambda.flatMap(known -> queued(known, header.priority())),
        releasedPerSecond(rates, now),
        nextRelease(rates, now),
        workers.seen(header.lambda(), now.minus(WORKERS_OF)),
        lambda
            .filter(known -> known.maxRunning() > 0)
            .map(known -> permits.held(header.lambda()).size()),
        lambda.flatMap(known -> turn(task, known)),
        planOf.task(task));
  }

  private Optional<Integer> queued(LambdaDefinition lambda, Priority priority) {
    return queues
        .of(lambda.name(), priority)
        .map(depth -> Math.toIntExact(queuedTasks.look(lambda, priority, depth).count()));
  }

  /** Finds the ordering key that a task holds because it failed for good. */
  private Optional<TurnFacts> heldBy(Association task, LambdaDefinition lambda) {
    if (task.status() != TaskStatus.FATAL_FAILURE || !Rescheduling.isOrdered(task)) {
      return Optional.empty();
    }
    var origin = Objects.requireNonNull(task.header().origin());
    return keys.find(origin.plan())
        .filter(
            row -> {
              var holder = keys.holder(row);
              return holder.filter(held -> held.taskId().equals(task.taskId())).isPresent()
                  && keys.turn(row, holder, lambda) == Turn.FAILED;
            })
        .map(
            row ->
                new TurnFacts(
                    origin.member(),
                    Optional.of(task.taskId()),
                    Optional.ofNullable(task.startedAt()),
                    keys.waiting(row).size(),
                    Optional.ofNullable(task.finishedAt())));
  }

  private Optional<TurnFacts> turn(Association task, LambdaDefinition lambda) {
    if (!task.waits() || !Rescheduling.isOrdered(task)) {
      return Optional.empty();
    }
    var origin = Objects.requireNonNull(task.header().origin());
    return keys.find(origin.plan())
        .map(
            row -> {
              var holder = keys.holder(row);
              var before =
                  keys.waiting(row).stream()
                      .takeWhile(member -> !member.taskId().equals(task.taskId()))
                      .count();
              return new TurnFacts(
                  origin.member(),
                  holder.map(Association::taskId),
                  holder.map(
                      held ->
                          Objects.requireNonNullElse(
                              held.startedAt(), held.header().scheduledAt())),
                  Math.toIntExact(before),
                  holder
                      .filter(held -> keys.turn(row, holder, lambda) == Turn.FAILED)
                      .map(
                          held ->
                              Objects.requireNonNullElse(
                                  held.finishedAt(), held.header().scheduledAt())));
            });
  }

  private static Optional<Double> releasedPerSecond(Collection<Sighting> rates, Instant now) {
    return rates.stream()
        .filter(rate -> rate.at().isAfter(now.minus(RATES_OF)))
        .flatMap(rate -> SightingNote.of(rate).number("releasedPerSecond").stream())
        .reduce(Double::sum);
  }

  private static Optional<Instant> nextRelease(Collection<Sighting> rates, Instant now) {
    return rates.stream()
        .flatMap(rate -> SightingNote.of(rate).number("nextAt").stream())
        .map(seconds -> Instant.ofEpochSecond(seconds.longValue()))
        .filter(at -> at.isAfter(now))
        .min(Comparator.naturalOrder());
  }

  private Collection<Sighting> rates(TaskHeader header, Instant now) {
    var service = "rate/" + header.lambda() + "/" + header.priority();
    return members.seen(service, now.minus(NEXT_RELEASE_OF)).values();
  }

  private Optional<Backlog> ahead(Association task, LambdaDefinition lambda, Instant now) {
    var trigger = task.trigger();
    if (trigger == null || task.status() == TaskStatus.ENQUEUED || trigger.at().isAfter(now)) {
      return Optional.empty();
    }
    var before = trigger.at().minusMillis(1);
    long count = 0;
    int reads = 0;
    for (int shard = 0; shard < lambda.shards(); shard++) {
      var due = TriggerPartition.live(lambda.name(), task.header().priority(), shard, Alarm.DUE);
      var more = true;
      Optional<dev.atf.store.PageMark> after = Optional.empty();
      while (more) {
        if (count >= PendingTasks.COUNTED_MAX || reads++ >= READS_MAX) {
          return Optional.of(new Backlog(count, false));
        }
        var page = index.read(due, before, Limits.PAGE_SIZE_MAX, after);
        count += page.entries().size();
        after = page.next();
        more = after.isPresent();
      }
    }
    return Optional.of(new Backlog(count, true));
  }
}
