package dev.atf.frontend.origin;

import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.v1.Task;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Delegates each question to the kind of a task's origin, if the task has one. */
public final class TaskOrigins {
  private final Map<String, OriginKind> kinds = new TreeMap<>();
  private final BlockedReason conditions;

  @Inject
  TaskOrigins(Set<OriginKind> kinds, BlockedReason conditions) {
    this.conditions = conditions;
    kinds.forEach(kind -> this.kinds.put(kind.name(), kind));
  }

  public void show(TaskHeader header, Task.Builder task) {
    var origin = header.origin();
    if (origin != null) {
      kind(origin.kind()).show(origin, task);
    }
  }

  public void showOwner(TaskHeader header, Task.Builder task) {
    var origin = header.origin();
    if (origin != null) {
      kind(origin.kind()).showOwner(origin, task);
    }
  }

  public Optional<Refusal> refuseRedrive(Association task, LambdaDefinition lambda) {
    var origin = task.header().origin();
    return origin == null || task.status() != TaskStatus.FATAL_FAILURE
        ? Optional.empty()
        : kind(origin.kind()).refuseRedrive(task, lambda);
  }

  public Optional<Refusal> refuseCancellation(Association task) {
    var origin = task.header().origin();
    return origin == null ? Optional.empty() : kind(origin.kind()).refuseCancellation(task);
  }

  public Optional<Refusal> refuseResubmission(Association task) {
    var origin = task.header().origin();
    return origin == null ? Optional.empty() : kind(origin.kind()).refuseResubmission(task);
  }

  /** Returns the reasons of the task's origin, and of the condition for which it waits. */
  public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    var origin = task.header().origin();
    var reasons =
        origin == null ? OriginReasons.NONE : kind(origin.kind()).explain(task, lambda, now);
    return task.status() == TaskStatus.BLOCKED
        ? reasons.withTurn(conditions.of(task, now))
        : reasons;
  }

  /** Returns the uses of a lambda, which are determined one after the other. */
  public Stream<String> usesOf(LambdaDefinition lambda) {
    return kinds.values().stream().flatMap(kind -> kind.useOf(lambda).stream());
  }

  private OriginKind kind(String name) {
    var kind = kinds.get(name);
    if (kind == null) {
      throw new IllegalStateException("no kind of origin is called " + name);
    }
    return kind;
  }
}
