package dev.atf.model.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.Limits;
import dev.atf.model.origin.OrderingKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class OutboxTextTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final TaskId PARENT = new TaskId("0123456789abcdef0123456789abcdef");

  @Test
  void readsWhatItWrote() {
    var outbox =
        List.of(
            child(0, "resize-image", null, 3, NOW, Duration.ZERO),
            child(1, "resize-image", "a.b-C_1", 3, NOW, Duration.ZERO),
            child(2, "send-email", "a.b-C_1", 255, NOW.minusMillis(7), Duration.ofDays(365)),
            child(3, "send-email", null, 0, NOW.plusMillis(1), Duration.ofMillis(1)));

    assertThat(OutboxText.parse(OutboxText.of(outbox))).isEqualTo(outbox);
  }

  @Test
  void orderingKeysAreKeptWhateverStandsInThem() {
    var outbox =
        List.of(
            child(0, "post", null, 3, NOW, Duration.ZERO),
            ordered(1, "-"),
            ordered(2, "account 17/ü =+%"),
            ordered(3, "account 17/ü =+%"),
            child(4, "post", null, 3, NOW, Duration.ZERO));

    assertThat(OutboxText.parse(OutboxText.of(outbox))).isEqualTo(outbox);
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
            new OrderingKey(key).origin(plain.taskId(), plain.lambda()))
        .withParent(new Parent(PARENT, 7, number));
  }

  @Test
  void joinsAloneLeaveTheOutboxEmpty() {
    var joins =
        List.of(
            new Join(0, new LambdaName("post"), 16, 3, "f", NOW),
            new Join(1, new LambdaName("a"), 1, 100, "00ff", NOW));

    assertThat(OutboxText.parse(OutboxText.of(List.of()))).isEmpty();
    assertThat(Join.read(Join.write(joins))).isEqualTo(joins);
    assertThat(Children.toBeMade(List.of(), joins).made())
        .isEqualTo(new Children(0, List.of(), joins, false));
    assertThat(Children.toBeMade(List.of(), joins).pendingCount()).isEqualTo(2);
    assertThatThrownBy(() -> Children.toBeMade(List.of())).hasMessageContaining("nothing");
  }

  @Test
  void alikeChildrenCostAFewCharactersEach() {
    var outbox = new ArrayList<TaskHeader>();
    for (int i = 0; i < Limits.CHILDREN_MAX; i++) {
      outbox.add(child(i, "generate-thumbnails-of-videos", "a", i % 16, NOW, Duration.ZERO));
    }

    var text = OutboxText.of(outbox);

    assertThat(text).hasSizeLessThan(100 + 10 * Limits.CHILDREN_MAX);
    assertThat(OutboxText.parse(text)).isEqualTo(outbox);
  }

  @Test
  void aChildHasOneIdOnEveryMachineAndAnotherInEveryEpoch() {
    assertThat(new Parent(PARENT, 7, 2).childId().value())
        .isEqualTo(TaskId.ofText("child/0123456789abcdef0123456789abcdef/7/2").value());
    assertThat(new Parent(PARENT, 8, 2).childId()).isNotEqualTo(new Parent(PARENT, 7, 2).childId());
    assertThat(Parent.parse(new Parent(PARENT, 7, 2).toText())).isEqualTo(new Parent(PARENT, 7, 2));
    assertThat(new Children(2, List.of()).ids(new TaskRef(PARENT, 7)))
        .containsExactly(new Parent(PARENT, 7, 0).childId(), new Parent(PARENT, 7, 1).childId());
  }

  @Test
  void anOutboxHoldsAllChildrenOrNone() {
    var one = List.of(child(0, "a", null, 0, NOW, Duration.ZERO));

    assertThat(Children.toBeMade(one).made()).isEqualTo(new Children(1, List.of()));
    assertThatThrownBy(() -> new Children(2, one)).hasMessageContaining("1 in the outbox of 2");
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
