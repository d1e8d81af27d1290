package dev.atf.local.keep;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Join;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JoinJob;
import dev.atf.plans.row.PlanId;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.search.SearchTerm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * Moves unfinished tasks, all tasks of plans, plans, lambdas, routes, gates and subscriptions into
 * another store. A task is deleted from the source once it is in the target. An interrupted
 * migration can be repeated: ids are unique, so a task that is already in the target is the same
 * task.
 */
public final class Migration {
  private static final int CALLERS = 8;
  private static final int BATCH = 200;
  private static final int PARTS = 500;

  private final EmbeddedStore source;
  private final StorePorts target;
  private final Map<LambdaName, List<String>> indexedLabels = new HashMap<>();

  /**
   * Numbers of moved entries, or of entries that would be moved.
   *
   * @param lambdasKept number of lambdas that the target has with other settings, which are not
   *     changed
   */
  public record Moved(int lambdas, int lambdasKept, int gates, int tasks, int plans) {}

  public Migration(EmbeddedStore source, StorePorts target) {
    this.source = source;
    this.target = target;
  }

  /** Returns the number of tasks to move. */
  public static int tasks(EmbeddedStore store) {
    var count = new int[1];
    store.eachTask(task -> count[0] += isMoved(task) ? 1 : 0);
    return count[0];
  }

  /** Returns the number of plans to move. */
  public static int plans(EmbeddedStore store) {
    var count = new int[1];
    store.eachPlan(plan -> count[0]++);
    return count[0];
  }

  /**
   * Moves everything.
   *
   * @param progress receives the number of moved tasks
   * @throws dev.atf.store.StoreException if the target fails; what was moved until then is in the
   *     target, and the rest in the source
   */
  public Moved run(IntConsumer progress) {
    var lambdas = source.ports().lambdas().list();
    int kept = 0;
    int gates = 0;
    for (var lambda : lambdas) {
      indexedLabels.put(lambda.name(), lambda.indexedLabels());
      kept += isThereOtherwise(lambda) ? 1 : 0;
      for (var gate : source.ports().gates().read().of(lambda.name())) {
        gates += move(gate) ? 1 : 0;
      }
    }
    moveSubscriptions();
    moveRoutes();
    int tasks = moveTasks(progress);
    int plans = movePlans();
    return new Moved(lambdas.size(), kept, gates, tasks, plans);
  }

  private boolean isThereOtherwise(LambdaDefinition lambda) {
    return !target.lambdas().put(lambda, Optional.empty())
        && !target.lambdas().find(lambda.name()).equals(Optional.of(lambda));
  }

  /** Moves a gate, unless the target has one, which is newer. */
  private boolean move(Gate gate) {
    boolean isThere =
        target.gates().read().of(gate.lambda()).stream()
            .anyMatch(
                other ->
                    Optional.ofNullable(other.collection())
                        .equals(Optional.ofNullable(gate.collection())));
    if (!isThere) {
      target.gates().put(gate);
    }
    return !isThere;
  }

  /** Moves the subscriptions with their contents, except those whose names exist in the target. */
  private void moveSubscriptions() {
    for (var one : source.ports().subscriptions().read().all()) {
      move(one.target().contents());
      boolean unused = target.subscriptions().put(one, Optional.empty());
    }
  }

  /** Moves the routes, except those whose names exist in the target. */
  private void moveRoutes() {
    for (var one : source.ports().routes().list()) {
      boolean unused = target.routes().put(one, Optional.empty());
    }
  }

  private int moveTasks(IntConsumer progress) {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      var moved = new int[1];
      var batch = new ArrayList<Association>();
      source.eachTask(
          task -> {
            if (isMoved(task)) {
              batch.add(task);
            }
            if (batch.size() == BATCH) {
              moved[0] += move(batch, callers);
              batch.clear();
              progress.accept(moved[0]);
            }
          });
      moved[0] += move(batch, callers);
      progress.accept(moved[0]);
      return moved[0];
    } finally {
      callers.shutdownNow();
    }
  }

  private int move(List<Association> batch, ExecutorService callers) {
    var moving = new ArrayList<Future<?>>();
    batch.forEach(task -> moving.add(callers.submit(() -> move(task))));
    for (var one : moving) {
      await(one);
    }
    return batch.size();
  }

  /** Moves a task: first the entity, and then the association, which creates the task. */
  private void move(Association task) {
    move(task.header().contents());
    index(task);
    var onFinish = task.header().onFinish();
    if (onFinish != null) {
      move(onFinish.target().contents());
    }
    var children = task.children();
    if (children.pending()) {
      children.outbox().forEach(child -> move(child.taskId()));
      children.joins().forEach(join -> move(join, task.ref()));
    }
    moveResult(task);
    target.associations().create(task);
    source.forget(task.taskId());
  }

  /**
   * Adds a task with its own entity to the search index, for the labels that its lambda indexes.
   */
  private void index(Association task) {
    var keys = indexedLabels.getOrDefault(task.header().lambda(), List.of());
    if (!keys.isEmpty()) {
      source
          .ports()
          .entities()
          .findEntity(task.taskId())
          .ifPresent(entity -> target.search().add(entity, SearchTerm.of(entity, keys)));
    }
  }

  private void move(TaskId entity) {
    source.ports().entities().findEntity(entity).ifPresent(target.entities()::putIfAbsent);
  }

  /** Moves a job whose row is not stored yet. Putting the row requires that the rest is stored. */
  private void move(Join join, TaskRef parent) {
    var job = JoinJob.id(join, parent);
    for (int place = 0; place < join.steps(); place++) {
      move(JobContents.payload(job, place, ""));
    }
    moveParts(job);
  }

  /** Moves the plans. It is called after their tasks were moved. */
  private int movePlans() {
    source.eachContents(target.entities()::putIfAbsent);
    var moved = new int[1];
    source.eachPlan(
        plan -> {
          moveParts(plan.id());
          // With its row a plan becomes active there; one that is there already stays as it is.
          target.plans().put(plan.withVersion(1));
          source.forget(plan);
          moved[0]++;
        });
    return moved[0];
  }

  /** Copies the parts of a plan, without its row. */
  private void moveParts(PlanId plan) {
    var parts = source.ports().plans().parts(plan, "", PARTS);
    while (!parts.isEmpty()) {
      parts.forEach(target.plans()::putPart);
      var last = parts.get(parts.size() - 1).name();
      // The next possible name: no character of names sorts before a dash.
      parts = source.ports().plans().parts(plan, last + "-", PARTS);
    }
  }

  /** Returns whether a finished task is moved, too. A plan needs the outcomes of its tasks. */
  private static boolean isMoved(Association task) {
    return task.needsAttention() || task.header().origin() != null;
  }

  private void moveResult(Association task) {
    var outcome = task.outcome();
    if (outcome != null && outcome.resultStoredApart()) {
      var expiresAt = resultExpiresAt(task);
      source
          .ports()
          .entities()
          .findResult(task.taskId(), task.epoch())
          .ifPresent(
              result ->
                  target.entities().putResult(task.taskId(), task.epoch(), result, expiresAt));
    }
  }

  /** Returns the time at which the result expires. An unsettled task has no such time yet. */
  private Instant resultExpiresAt(Association task) {
    var header = task.header();
    var expiresAt = task.expiresAt() == null ? header.keepUntil() : task.expiresAt();
    if (expiresAt != null) {
      return expiresAt;
    }
    var finishedAt = Objects.requireNonNullElse(task.finishedAt(), header.deadline());
    var lambda =
        source
            .ports()
            .lambdas()
            .find(header.lambda())
            .orElseGet(() -> LambdaDefinition.withDefaults(header.lambda(), finishedAt));
    return Ending.at(finishedAt, lambda).expiresAt();
  }

  private static void await(Future<?> one) {
    try {
      one.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
