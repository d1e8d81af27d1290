package dev.atf.storeconsumer.plans;

import dev.atf.hints.Hints;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Join;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.RepeatedWrite;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.KeyTurns;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import dev.atf.storeconsumer.alarm.AlarmDecision;
import dev.atf.storeconsumer.alarm.ChildCreation;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Creates the children of a success, which are tasks and the jobs of its joins, and the notices of
 * an end.
 */
@Singleton
public final class ChildTasks implements ChildCreation {
  private final PlanTasks tasks;
  private final Hints hints;
  private final Plans plans;
  private final TaskAssociations associations;
  private final KeyTurns turns;
  private final LambdaDirectory directory;

  @Inject
  public ChildTasks(
      PlanTasks tasks,
      Hints hints,
      Plans plans,
      TaskAssociations associations,
      KeyTurns turns,
      LambdaDirectory directory) {
    this.tasks = tasks;
    this.hints = hints;
    this.plans = plans;
    this.associations = associations;
    this.turns = turns;
    this.directory = directory;
  }

  @Override
  public boolean create(AlarmDecision.Settle settle, BooleanSupplier over, Instant now) {
    var task = settle.task();
    for (var child : task.children().outbox()) {
      if (child.origin() == null) {
        boolean unused = tasks.create(Association.scheduled(child));
      } else if (!createInOrder(child, over, now)) {
        // The children behind it may have the same key.
        return false;
      }
    }
    for (var join : task.children().pending() ? task.children().joins() : List.<Join>of()) {
      // One that is stored is what the job has become.
      var job = JobCodec.first(join, task.ref());
      if (RepeatedWrite.of(() -> plans.put(job)) instanceof PlanResult.Written) {
        hints.written(job);
      }
    }
    for (var notice : settle.notices()) {
      boolean unused = tasks.create(Association.scheduled(notice));
    }
    return true;
  }

  /** Creates a child with an ordering key, as Schedule does (ADR 0033). */
  private boolean createInOrder(TaskHeader child, BooleanSupplier over, Instant now) {
    if (associations.find(child.taskId()).isPresent()) {
      return true;
    }
    // The row of an unknown lambda is handled when the lambda is registered again.
    var lambda =
        directory
            .find(child.lambda())
            .orElseGet(() -> LambdaDefinition.withDefaults(child.lambda(), now));
    return switch (turns.take(child, lambda, over)) {
      case TAKEN -> {
        boolean unused = tasks.create(Association.scheduled(child));
        yield true;
      }
      case WAITS -> {
        boolean unused = tasks.create(Association.waiting(child));
        yield true;
      }
      case OVER, CROWDED -> false;
    };
  }
}
