package dev.atf.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An outbox as one short text, which every store keeps: what all children have in common, then a
 * line for each. A field that is empty is as in the line before, so that alike children cost a few
 * bytes each.
 */
public final class OutboxText {
  private static final String NO_COLLECTION = "-";

  /** Of a success whose children are all waited for: they are in its joins. */
  private static final String NOBODY = "-";

  private static final int RADIX = 36;
  private static final int COMMON = 3;
  private static final int FIELDS = 7;

  private OutboxText() {}

  /**
   * @param outbox children of one attempt, numbered from 0, without idempotency keys
   * @return never empty
   */
  public static String of(List<TaskHeader> outbox) {
    if (outbox.isEmpty()) {
      return NOBODY;
    }
    var first = outbox.get(0);
    var parent = parentOf(first);
    var text = new StringBuilder();
    text.append(parent.taskId())
        .append(' ')
        .append(Long.toString(parent.epoch(), RADIX))
        .append(' ')
        .append(Long.toString(first.createdAt().toEpochMilli(), RADIX));
    var before = new String[FIELDS];
    for (var child : outbox) {
      var fields = fields(child, first.createdAt());
      text.append('\n');
      for (int i = 0; i < FIELDS; i++) {
        text.append(i == 0 ? "" : " ").append(fields[i].equals(before[i]) ? "" : fields[i]);
      }
      before = fields;
    }
    return text.toString();
  }

  /**
   * @param text of {@link #of}
   */
  public static List<TaskHeader> parse(String text) {
    if (text.equals(NOBODY)) {
      return List.of();
    }
    var lines = text.split("\n", -1);
    var common = lines[0].split(" ", COMMON);
    var parent = new TaskId(common[0]);
    long epoch = Long.parseLong(common[1], RADIX);
    long since = Long.parseLong(common[2], RADIX);
    var outbox = new ArrayList<TaskHeader>();
    var fields = new String[FIELDS];
    for (int child = 0; child < lines.length - 1; child++) {
      var line = lines[child + 1].split(" ", FIELDS);
      for (int i = 0; i < FIELDS; i++) {
        fields[i] = line[i].isEmpty() ? fields[i] : line[i];
      }
      outbox.add(header(new Parent(parent, epoch, child), fields, since));
    }
    return outbox;
  }

  private static String[] fields(TaskHeader child, Instant since) {
    @Nullable CollectionName collection = child.collection();
    return new String[] {
      child.lambda().value(),
      child.priority().value(),
      collection == null ? NO_COLLECTION : collection.value(),
      Integer.toString(child.shard(), RADIX),
      between(since, child.createdAt()),
      between(child.createdAt(), child.scheduledAt()),
      between(child.scheduledAt(), child.deadline())
    };
  }

  private static TaskHeader header(Parent parent, String[] fields, long since) {
    long createdAt = since + Long.parseLong(fields[4], RADIX);
    long scheduledAt = createdAt + Long.parseLong(fields[5], RADIX);
    long deadline = scheduledAt + Long.parseLong(fields[6], RADIX);
    return new TaskHeader(
            parent.childId(),
            new LambdaName(fields[0]),
            new Priority(fields[1]),
            fields[2].equals(NO_COLLECTION) ? null : new CollectionName(fields[2]),
            Integer.parseInt(fields[3], RADIX),
            Instant.ofEpochMilli(createdAt),
            Instant.ofEpochMilli(scheduledAt),
            Instant.ofEpochMilli(deadline),
            null)
        .withParent(parent);
  }

  private static String between(Instant from, Instant to) {
    return Long.toString(to.toEpochMilli() - from.toEpochMilli(), RADIX);
  }

  private static Parent parentOf(TaskHeader child) {
    @Nullable Parent parent = child.parent();
    if (parent == null) {
      throw new IllegalArgumentException(child.taskId() + " is nobody's child");
    }
    return parent;
  }
}
