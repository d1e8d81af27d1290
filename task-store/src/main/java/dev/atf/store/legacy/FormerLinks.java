package dev.atf.store.legacy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atf.model.TaskId;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Parent;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.Stored;
import java.util.Base64;
import java.util.Optional;

/** Former texts of origins, parents, outboxes and joins. */
public final class FormerLinks {
  private static final String NONE = "-";
  private static final int RADIX = 36;
  private static final long NOT_KEPT = -1;

  /** Index of the time for which a child with an ordering key is kept; before the key. */
  private static final int KEPT = 7;

  private FormerLinks() {}

  public static Origin origin(String text) {
    var parts = text.split("/", 4);
    return new Origin(parts[0], parts[1], parts[3], new TaskId(parts[2]));
  }

  public static Parent parent(String text) {
    var parts = text.split("/", 3);
    return new Parent(new TaskId(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
  }

  public static Stored.Outbox outbox(String text) {
    var outbox = Stored.Outbox.newBuilder();
    if (text.equals(NONE)) {
      return outbox.build();
    }
    var lines = text.split("\n", -1);
    var common = lines[0].split(" ", 3);
    outbox
        .setParent(StoredIds.of(new TaskId(common[0])))
        .setEpoch(number(common[1]))
        .setCreatedAt(number(common[2]));
    for (int number = 1; number < lines.length; number++) {
      outbox.addChildren(child(lines[number].split(" ", -1)));
    }
    return outbox.build();
  }

  /** Returns a child; an empty field has the value of the child before, as an absent one has. */
  private static Stored.Outbox.Child child(String[] fields) {
    var child = Stored.Outbox.Child.newBuilder();
    given(fields, 0).ifPresent(child::setLambda);
    given(fields, 1).ifPresent(child::setPriority);
    given(fields, 2).map(FormerLinks::nameOrNone).ifPresent(child::setCollection);
    given(fields, 3).ifPresent(shard -> child.setShard((int) number(shard)));
    given(fields, 4).ifPresent(millis -> child.setCreatedAfter(number(millis)));
    given(fields, 5).ifPresent(millis -> child.setScheduledAfter(number(millis)));
    given(fields, 6).ifPresent(millis -> child.setDeadlineAfter(number(millis)));
    if (fields.length <= KEPT) {
      return child.setKeptAfter(NOT_KEPT).setOrderingKey("").build();
    }
    given(fields, KEPT)
        .ifPresent(millis -> child.setKeptAfter(millis.equals(NONE) ? NOT_KEPT : number(millis)));
    given(fields, KEPT + 1).map(FormerLinks::keyOrNone).ifPresent(child::setOrderingKey);
    return child.build();
  }

  private static Optional<String> given(String[] fields, int index) {
    return Optional.of(fields[index]).filter(field -> !field.isEmpty());
  }

  private static String nameOrNone(String field) {
    return field.equals(NONE) ? "" : field;
  }

  private static String keyOrNone(String field) {
    return field.equals(NONE)
        ? ""
        : new String(Base64.getUrlDecoder().decode(field.substring(1)), UTF_8);
  }

  public static Stored.Joins joins(String text) {
    var joins = Stored.Joins.newBuilder();
    for (var line : text.split("\n", -1)) {
      var fields = line.split(" ", 5);
      joins
          .addJoinsBuilder()
          .setLambda(fields[0])
          .setShards((int) number(fields[1]))
          .setSteps((int) number(fields[2]))
          .setFingerprint(fields[3])
          .setCreatedAfter(number(fields[4]));
    }
    return joins.build();
  }

  private static long number(String text) {
    return Long.parseLong(text, RADIX);
  }
}
