package dev.atf.model;

import org.jspecify.annotations.Nullable;

/**
 * One ordered list of the index: {@code lambda/priority/shard} for alarms of kind {@link
 * Alarm#DUE}, {@code lambda/priority/shard/check} for {@link Alarm#CHECK}, {@code lambda/dead} and
 * {@code lambda/done}.
 *
 * <p>Checks stand apart from what is due so that a backlog of due tasks, which may wait in the
 * store for hours, never stands before an expired lease or a lost message (ADR 0003).
 *
 * @param priority null for the lists of finished tasks
 */
public record TriggerPartition(
    LambdaName lambda, @Nullable Priority priority, int shard, Alarm alarm) {

  public TriggerPartition {
    if (alarm.rings() == (priority == null)) {
      throw new IllegalArgumentException(alarm + " with priority " + priority);
    }
  }

  public static TriggerPartition live(
      LambdaName lambda, Priority priority, int shard, Alarm alarm) {
    return new TriggerPartition(lambda, priority, shard, alarm);
  }

  /** {@code alarm} is {@link Alarm#DEAD} or {@link Alarm#DONE}. */
  public static TriggerPartition finished(LambdaName lambda, Alarm alarm) {
    return new TriggerPartition(lambda, null, 0, alarm);
  }

  public static TriggerPartition of(TaskHeader task, Alarm alarm) {
    return alarm.rings()
        ? live(task.lambda(), task.priority(), task.shard(), alarm)
        : finished(task.lambda(), alarm);
  }

  /** The hash key of the index. */
  public String key() {
    return switch (alarm) {
      case DUE -> lambda + "/" + priority + "/" + shard;
      case CHECK -> lambda + "/" + priority + "/" + shard + "/check";
      case DEAD -> lambda + "/dead";
      case DONE -> lambda + "/done";
    };
  }

  @Override
  public String toString() {
    return key();
  }
}
