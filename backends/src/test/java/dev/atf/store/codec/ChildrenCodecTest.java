package dev.atf.store.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.check.Limits;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Join;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ChildrenCodecTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final TaskId PARENT = new TaskId("0123456789abcdef0123456789abcdef");

  @Test
  void roundTripsOutboxes() {
    roundTrips(
        List.of(
            child(0, "resize-image", null, 3, NOW, Duration.ZERO),
            child(1, "resize-image", "a.b-C_1", 3, NOW, Duration.ZERO),
            child(2, "send-email", "a.b-C_1", 255, NOW.minusMillis(7), Duration.ofDays(365)),
            child(3, "send-email", null, 0, NOW.plusMillis(1), Duration.ofMillis(1))));
  }

  @Test
  void roundTripsOrderingKeysOfAnyCharacters() {
    roundTrips(
        List.of(
            child(0, "post", null, 3, NOW, Duration.ZERO),
            ordered(1, "-"),
            ordered(2, "account 17/ü =+%"),
            ordered(3, "account 17/ü =+%"),
            child(4, "post", null, 3, NOW, Duration.ZERO)));
  }

  @Test
  void roundTripsAnOutboxWithoutChildren() {
    roundTrips(List.of());
  }

  @Test
  void roundTripsJoins() {
    var joins =
        List.of(
            new Join(0, new LambdaName("post"), 16, 3, "f", NOW),
            new Join(1, new LambdaName("a"), 1, 100, "00ff", NOW));

    assertThat(ChildrenCodec.read(ChildrenCodec.writeJoins(joins))).isEqualTo(joins);
  }

  @Test
  void alikeChildrenCostAFewBytesEach() {
    var outbox = new ArrayList<TaskHeader>();
    for (int i = 0; i < Limits.CHILDREN_MAX; i++) {
      outbox.add(child(i, "generate-thumbnails-of-videos", "a", i % 16, NOW, Duration.ZERO));
    }

    var message = ChildrenCodec.write(outbox);

    assertThat(message.getSerializedSize()).isLessThan(100 + 5 * Limits.CHILDREN_MAX);
    assertThat(ChildrenCodec.read(message)).isEqualTo(outbox);
  }

  @Test
  void roundTripsOriginsAndParents() {
    var task = new TaskId("1".repeat(32));
    var plan = new PlanId("2".repeat(32));
    for (var kind : PlanKind.values()) {
      for (var contents : List.of(task, PARENT)) {
        var origin = kind.origin(plan, "3-a/1/2 ü", contents);
        assertThat(OriginCodec.read(OriginCodec.write(origin, task), task)).isEqualTo(origin);
      }
    }
    var parent = new Parent(PARENT, 7, 2);
    assertThat(OriginCodec.read(OriginCodec.write(parent))).isEqualTo(parent);
  }

  private static void roundTrips(List<TaskHeader> outbox) {
    assertThat(ChildrenCodec.read(ChildrenCodec.write(outbox))).isEqualTo(outbox);
  }

  private static TaskHeader ordered(int number, String key) {
    var plain = child(number, "post", null, 3, NOW, Duration.ZERO);
    return new TaskHeader(
            plain.taskId(),
            plain.lambda(),
            plain.priority(),
            null,
            3,
            NOW,
            NOW,
            plain.deadline(),
            plain.deadline().plus(Duration.ofDays(10)),
            new OrderingKey(key).origin(plain.taskId(), plain.lambda()),
            null,
            null,
            null,
            null)
        .withParent(new Parent(PARENT, 7, number));
  }

  private static TaskHeader child(
      int number,
      String lambda,
      @Nullable String collection,
      int shard,
      Instant createdAt,
      Duration delay) {
    var parent = new Parent(PARENT, 7, number);
    var at = createdAt.plus(delay);
    return new TaskHeader(
            parent.childId(),
            new LambdaName(lambda),
            new Priority("normal"),
            collection == null ? null : new CollectionName(collection),
            shard,
            createdAt,
            at,
            at.plus(Duration.ofDays(30)),
            null)
        .withParent(parent);
  }
}
