package dev.atf.store.testing;

import dev.atf.model.TaskId;
import dev.atf.model.task.TaskEvent;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * One write to a {@link FaultyStore}.
 *
 * @param event of a transition; empty for other kinds
 */
public record StoreWrite(Kind kind, TaskId taskId, Optional<TaskEvent> event) {
  /** Kind of item that is written. */
  public enum Kind {
    ENTITY,
    RESULT,
    LOG,
    OUTPUTS,
    ASSOCIATION,
    TRANSITION
  }

  /** Matches every write. */
  public static Predicate<StoreWrite> any() {
    return write -> true;
  }

  /** Matches the transitions by one of these events. */
  public static Predicate<StoreWrite> by(TaskEvent... events) {
    var some = Set.of(events);
    return write -> write.event().filter(some::contains).isPresent();
  }

  /** Matches the writes of one task. */
  public static Predicate<StoreWrite> of(TaskId taskId) {
    return write -> write.taskId().equals(taskId);
  }

  /** Matches the creations of associations that follow the next {@code count} of them. */
  public static Predicate<StoreWrite> creationsAfter(int count) {
    var left = new AtomicInteger(count);
    return write -> write.kind() == Kind.ASSOCIATION && left.getAndDecrement() <= 0;
  }
}
