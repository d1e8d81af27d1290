package dev.atf.frontend.task;

import dev.atf.frontend.origin.Refusal;
import dev.atf.hints.Hints;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.model.task.TaskHistory;
import dev.atf.model.task.Transition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a task, lets the caller decide what to write, and writes it. It decides again if another
 * write came in between. A write whose answer was lost is repeated once. If the repetition is
 * refused, the entry in the task's history shows whether the first write was applied.
 */
public final class TaskChange {
  /** Maximum number of tries. A task that changes more often during one call is in a loop. */
  public static final int TRIES_MAX = 5;

  /** Next step, which follows from the current state of the task. */
  public sealed interface Next {
    record Write(Transition transition) implements Next {}

    /** The task is already as requested. */
    record Leave() implements Next {}

    record Refuse(ErrorReason reason, String message) implements Next {}

    static Next of(Refusal refusal) {
      return new Refuse(refusal.reason(), refusal.message());
    }
  }

  /**
   * Result of a change.
   *
   * @param written false if the task was left unchanged
   */
  private record Made(Association task, boolean written) {}

  private final TaskAssociations associations;
  private final TaskTransitions transitions;
  private final Hints hints;

  @Inject
  TaskChange(TaskAssociations associations, TaskTransitions transitions, Hints hints) {
    this.associations = associations;
    this.transitions = transitions;
    this.hints = hints;
  }

  Optional<Association> find(TaskId taskId) {
    return associations.find(taskId);
  }

  /**
   * Changes a task.
   *
   * @return the task after the change, or unchanged if no change was needed
   * @throws StatusRuntimeException TASK_NOT_FOUND, CHANGED_MEANWHILE, or the refusal of the
   *     decision
   */
  Association make(TaskId taskId, Function<Association, Next> decision) {
    var seen = associations.find(taskId).orElseThrow(() -> RpcErrors.taskNotFound(taskId.value()));
    return make(seen, decision);
  }

  /**
   * Changes a task, starting with the version that the caller has just read.
   *
   * @return false if the task was left unchanged
   * @throws StatusRuntimeException as {@link #make(TaskId, Function)}
   */
  public boolean changes(Association read, Function<Association, Next> decision) {
    return made(read, decision).written();
  }

  /** Changes a task, starting with the version that the caller has just read. */
  public Association make(Association read, Function<Association, Next> decision) {
    return made(read, decision).task();
  }

  private Made made(Association read, Function<Association, Next> decision) {
    var seen = read;
    var taskId = read.taskId();
    for (int tried = 0; tried < TRIES_MAX; tried++) {
      var next = decision.apply(seen);
      if (next instanceof Next.Leave) {
        return new Made(seen, false);
      }
      if (next instanceof Next.Refuse refuse) {
        throw RpcErrors.of(refuse.reason(), refuse.message());
      }
      var result = apply(((Next.Write) next).transition());
      if (result instanceof TransitionResult.Applied applied) {
        hints.written(applied.after());
        return new Made(applied.after(), true);
      }
      seen =
          ((TransitionResult.Refused) result)
              .found()
              .orElseThrow(() -> RpcErrors.taskNotFound(taskId.value()));
    }
    throw RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE, "task %s changes too fast; try again".formatted(taskId));
  }

  private TransitionResult apply(Transition transition) {
    try {
      return transitions.apply(transition);
    } catch (StoreOutcomeUnknownException e) {
      var again = transitions.apply(transition);
      return again instanceof TransitionResult.Refused refused
          ? refused
              .found()
              .filter(found -> isIn(found, transition))
              .<TransitionResult>map(TransitionResult.Applied::new)
              .orElse(again)
          : again;
    }
  }

  /**
   * Returns whether the history of {@code task} contains exactly the entry that {@code transition}
   * writes.
   */
  private static boolean isIn(Association task, Transition transition) {
    var slots = task.history().slots();
    return transition.changes().stream()
        .anyMatch(
            change ->
                change instanceof Change.AddHistory added
                    && added.entry().equals(slots.get(TaskHistory.slotOf(added.entry()))));
  }
}
