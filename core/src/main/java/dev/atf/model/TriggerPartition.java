package dev.atf.model;

import dev.atf.model.fairness.KeyGroup;
import org.jspecify.annotations.Nullable;

/**
 * Ordered list of the index: {@code lambda/priority/shard} for alarms of kind {@link Alarm#DUE},
 * with {@code /check} for {@link Alarm#CHECK}, with {@code /held/collection} for {@link
 * Alarm#HELD}, and with {@code /group/n} for due tasks with a fairness key (ADR 0080). Lists of
 * finished tasks are {@code lambda/dead} and {@code lambda/done} of shard 0, {@code lambda/d7} and
 * {@code lambda/f7} of shard 7 (ADR 0042). Finished canaries have their own lists (ADR 0070).
 *
 * <p>Checks are listed separately from due tasks, so that a backlog of due tasks, which may wait in
 * the store for hours, never delays an expired lease or a lost message (ADR 0003). Tasks that a
 * collection's gate holds are listed separately, so that they are neither read nor written while
 * they wait (ADR 0010).
 *
 * @param priority null for the lists of finished tasks
 * @param collection null unless held
 * @param group group of the fairness keys of due tasks; {@link KeyGroup#NONE} for all other lists
 */
public record TriggerPartition(
    LambdaName lambda,
    @Nullable Priority priority,
    int shard,
    @Nullable CollectionName collection,
    Alarm alarm,
    KeyGroup group) {

  /** Number in place of the shard, for the lists of finished canaries. */
  private static final int CANARIES = -1;

  public TriggerPartition {
    if (alarm.rings() == (priority == null)
        || (alarm == Alarm.HELD) == (collection == null)
        || (alarm != Alarm.DUE && !group.isNone())) {
      throw new IllegalArgumentException(
          alarm
              + " with priority "
              + priority
              + ", collection "
              + collection
              + " and group "
              + group);
    }
  }

  /**
   * Returns a list of unfinished tasks; {@code alarm} is {@link Alarm#DUE} or {@link Alarm#CHECK}.
   */
  public static TriggerPartition live(
      LambdaName lambda, Priority priority, int shard, Alarm alarm) {
    return new TriggerPartition(lambda, priority, shard, null, alarm, KeyGroup.NONE);
  }

  /**
   * Returns the list of due tasks of a group of fairness keys; without a group, the shard's own
   * list.
   */
  public static TriggerPartition due(
      LambdaName lambda, Priority priority, int shard, KeyGroup group) {
    return new TriggerPartition(lambda, priority, shard, null, Alarm.DUE, group);
  }

  public static TriggerPartition held(
      LambdaName lambda, Priority priority, int shard, CollectionName collection) {
    return new TriggerPartition(lambda, priority, shard, collection, Alarm.HELD, KeyGroup.NONE);
  }

  /**
   * Returns a list of finished tasks. {@code alarm} is {@link Alarm#DEAD} or {@link Alarm#DONE}.
   */
  public static TriggerPartition finished(LambdaName lambda, int shard, Alarm alarm) {
    return new TriggerPartition(lambda, null, shard, null, alarm, KeyGroup.NONE);
  }

  /** Returns the list of finished canaries of one kind. Nobody reads it. */
  public static TriggerPartition canaries(LambdaName lambda, Alarm alarm) {
    return finished(lambda, CANARIES, alarm);
  }

  /** Returns the hash key of the index. */
  public String key() {
    return switch (alarm) {
      case DUE -> lambda + "/" + priority + "/" + shard + (group.isNone() ? "" : "/group/" + group);
      case CHECK -> lambda + "/" + priority + "/" + shard + "/check";
      case HELD -> lambda + "/" + priority + "/" + shard + "/held/" + collection;
      case DEAD -> lambda + "/" + finishedKey("dead", "d");
      case DONE -> lambda + "/" + finishedKey("done", "f");
    };
  }

  private String finishedKey(String first, String others) {
    if (shard == CANARIES) {
      return first + "-canaries";
    }
    return shard == 0 ? first : others + shard;
  }

  @Override
  public String toString() {
    return key();
  }
}
