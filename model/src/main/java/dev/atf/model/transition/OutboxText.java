package dev.atf.model.transition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.origin.Origin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outbox as one short text, which every store keeps: the common fields of all children, then a line
 * for each. An empty field has the value of the line before, so that alike children cost a few
 * bytes each.
 */
public final class OutboxText {
  private static final String NO_COLLECTION = "-";

  /** Text of a success whose children are all in its joins. */
  private static final String NOBODY = "-";

  private static final int RADIX = 36;
  private static final int COMMON = 3;
  private static final int FIELDS = 7;

  /** Fields of tasks with an ordering key: also how long they are kept, and the key. */
  private static final int ORDERED_FIELDS = FIELDS + 2;

  private static final String NO_KEY = "-";
  private static final String KEY = "=";

  private OutboxText() {}

  /**
   * @param outbox children of one attempt, numbered from 0, without idempotency keys; their origins
   *     are ordering keys
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
    // A field that no child has is not written: another version may be about to read the text.
    boolean ordered = outbox.stream().anyMatch(child -> child.origin() != null);
    var before = new String[ORDERED_FIELDS];
    for (var child : outbox) {
      var fields = fields(child, first.createdAt());
      text.append('\n');
      for (int i = 0; i < (ordered ? ORDERED_FIELDS : FIELDS); i++) {
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
    var fields = new String[ORDERED_FIELDS];
    fields[FIELDS + 1] = NO_KEY;
    for (int child = 0; child < lines.length - 1; child++) {
      var line = lines[child + 1].split(" ", -1);
      for (int i = 0; i < line.length; i++) {
        fields[i] = line[i].isEmpty() ? fields[i] : line[i];
      }
      outbox.add(header(new Parent(parent, epoch, child), fields, since));
    }
    return outbox;
  }

  private static String[] fields(TaskHeader child, Instant since) {
    @Nullable CollectionName collection = child.collection();
    @Nullable Instant keepUntil = child.keepUntil();
    @Nullable Origin origin = child.origin();
    return new String[] {
      child.lambda().value(),
      child.priority().value(),
      collection == null ? NO_COLLECTION : collection.value(),
      Integer.toString(child.shard(), RADIX),
      between(since, child.createdAt()),
      between(child.createdAt(), child.scheduledAt()),
      between(child.scheduledAt(), child.deadline()),
      keepUntil == null ? NO_KEY : between(child.deadline(), keepUntil),
      origin == null
          ? NO_KEY
          : KEY + Base64.getUrlEncoder().encodeToString(origin.member().getBytes(UTF_8))
    };
  }

  private static TaskHeader header(Parent parent, String[] fields, long since) {
    long createdAt = since + Long.parseLong(fields[4], RADIX);
    long scheduledAt = createdAt + Long.parseLong(fields[5], RADIX);
    long deadline = scheduledAt + Long.parseLong(fields[6], RADIX);
    var lambda = new LambdaName(fields[0]);
    @Nullable String key = fields[FIELDS + 1].equals(NO_KEY) ? null : fields[FIELDS + 1];
    return new TaskHeader(
            parent.childId(),
            lambda,
            new Priority(fields[1]),
            fields[2].equals(NO_COLLECTION) ? null : new CollectionName(fields[2]),
            Integer.parseInt(fields[3], RADIX),
            Instant.ofEpochMilli(createdAt),
            Instant.ofEpochMilli(scheduledAt),
            Instant.ofEpochMilli(deadline),
            key == null
                ? null
                : Instant.ofEpochMilli(deadline + Long.parseLong(fields[FIELDS], RADIX)),
            key == null ? null : keyOf(key).origin(parent.childId(), lambda),
            null)
        .withParent(parent);
  }

  private static OrderingKey keyOf(String field) {
    var bytes = Base64.getUrlDecoder().decode(field.substring(KEY.length()));
    return new OrderingKey(new String(bytes, UTF_8));
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
