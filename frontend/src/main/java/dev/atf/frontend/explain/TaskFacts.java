package dev.atf.frontend.explain;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.origin.TaskOrigins;
import dev.atf.frontend.task.TaskSelection;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.GateRegistry;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.TaskAssociations;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Gathers the facts of one task with a bounded number of reads, depending on its state. */
final class TaskFacts {
  /**
   * Maximum age of the last report of a silent controller. Explanations do not mention older ones.
   */
  static final Duration WORKERS_OF = Duration.ofHours(24);

  /** Maximum number of holders. It is the number of tasks on one page of a list. */
  private static final int HOLDERS_MAX = 100;

  private final TaskAssociations associations;
  private final LambdaCache lambdas;
  private final LeaseTimes cluster;
  private final GateRegistry gates;
  private final QueueFacts queues;
  private final LambdaHosts.Source hosts;
  private final RunningCounts running;
  private final TaskOrigins origins;
  private final TaskSelection selection;
  private final StoreConsumerReports consumers;

  @Inject
  TaskFacts(
      TaskAssociations associations,
      LambdaCache lambdas,
      LeaseTimes cluster,
      GateRegistry gates,
      QueueFacts queues,
      LambdaHosts.Source hosts,
      RunningCounts running,
      TaskOrigins origins,
      TaskSelection selection,
      StoreConsumerReports consumers) {
    this.associations = associations;
    this.lambdas = lambdas;
    this.cluster = cluster;
    this.gates = gates;
    this.queues = queues;
    this.hosts = hosts;
    this.running = running;
    this.origins = origins;
    this.selection = selection;
    this.consumers = consumers;
  }

  /**
   * Reads the facts of a task.
   *
   * @param now current time in whole milliseconds
   * @throws StatusRuntimeException TASK_NOT_FOUND
   */
  Facts gather(TaskId taskId, Instant now) {
    var task = associations.find(taskId).orElseThrow(() -> RpcErrors.taskNotFound(taskId.value()));
    var lambda = lambdas.find(task.header().lambda());
    return task.status().finished() || task.status().running()
        ? few(task, lambda, now)
        : all(task, lambda, now);
  }

  private Facts few(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    return new Facts(
        task,
        lambda,
        cluster,
        FinishedReason.isDropped(task)
            ? gates.read().allClosed(task.header().lambda(), task.header().collection(), now)
            : List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        LambdaHosts.NONE,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        waitsForConsumer(task, now) ? consumers.silent(now) : Optional.empty(),
        origins.explain(task, lambda, now));
  }

  /** Returns whether a running or finished task waits for a store consumer. */
  private static boolean waitsForConsumer(Association task, Instant now) {
    var lease = task.lease();
    return task.status().running()
        ? lease != null && !now.isBefore(lease.until())
        : task.children().pendingCount() > 0 || !task.notices().due().isEmpty();
  }

  private Facts all(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    var header = task.header();
    var rates = queues.rates(header, now);
    boolean blocked = task.status() == TaskStatus.BLOCKED;
    var workers = hosts.of(header.lambda(), now.minus(WORKERS_OF), now);
    return new Facts(
        task,
        lambda,
        cluster,
        gates.read().allClosed(header.lambda(), header.collection(), now),
        lambda.filter(known -> !blocked).flatMap(known -> queues.ahead(task, known, now)),
        lambda.flatMap(known -> queues.queued(known, header.priority())),
        QueueFacts.releasedPerSecond(rates, now),
        QueueFacts.nextRelease(rates, now),
        workers,
        lambda
            .filter(known -> !blocked && isBusy(known, workers, now))
            .map(this::holders)
            .orElse(List.of()),
        lambda
            .filter(known -> known.maxRunning() > 0)
            .map(known -> running.of(Scope.of(header.lambda()))),
        lambda
            .filter(known -> known.runningMax(header.group()) > 0)
            .map(known -> running.of(new Scope(header.lambda(), header.group()))),
        running.ofTenant(header.lambda()),
        consumers.silent(now),
        origins.explain(task, lambda, now));
  }

  private static boolean isBusy(LambdaDefinition lambda, LambdaHosts workers, Instant now) {
    return new WorkerReason(lambda.name(), workers.seen(), workers.heard(), List.of(), now)
        .isBusy();
  }

  /** Reads some of the running tasks of a lambda. Among these, the earliest claim comes first. */
  private List<Association> holders(LambdaDefinition lambda) {
    return selection.running(lambda, HOLDERS_MAX).stream()
        .filter(task -> task.startedAt() != null)
        .sorted(Comparator.comparing(task -> Objects.requireNonNull(task.startedAt())))
        .toList();
  }
}
