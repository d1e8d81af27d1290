package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ChildrenTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final TaskId PARENT = new TaskId("0123456789abcdef0123456789abcdef");

  @Test
  void joinsAloneArePendingUntilTheyAreCreated() {
    var joins =
        List.of(
            new Join(0, new LambdaName("post"), 16, 3, "f", NOW),
            new Join(1, new LambdaName("a"), 1, 100, "00ff", NOW));

    assertThat(Children.toCreate(List.of(), joins).created())
        .isEqualTo(new Children(0, List.of(), joins, false));
    assertThat(Children.toCreate(List.of(), joins).pendingCount()).isEqualTo(2);
    assertThatThrownBy(() -> Children.toCreate(List.of(), List.of()))
        .hasMessageContaining("nothing");
  }

  @Test
  void childrenAndJoinsCountWhetherTheyAreMadeOrNot() {
    var joins = List.of(new Join(0, new LambdaName("post"), 16, 3, "f", NOW));

    assertThat(Children.NONE.any()).isFalse();
    assertThat(new Children(1, List.of()).any()).isTrue();
    assertThat(new Children(0, List.of(), joins, false).any()).isTrue();
    assertThat(new Children(0, List.of(), joins, true).any()).isTrue();
  }

  @Test
  void theNameOfAJoinNamesItsParentAndItsNumber() {
    var join = new Join(2, new LambdaName("post"), 16, 3, "f", NOW);

    assertThat(join.name(new TaskRef(PARENT, 7)))
        .isEqualTo("children-of.0123456789abcdef0123456789abcdef.7.2");
  }

  @Test
  void aChildHasOneIdOnEveryMachineAndAnotherInEveryEpoch() {
    assertThat(new Parent(PARENT, 7, 2).childId().value())
        .isEqualTo(TaskId.ofText("child/0123456789abcdef0123456789abcdef/7/2").value());
    assertThat(new Parent(PARENT, 8, 2).childId()).isNotEqualTo(new Parent(PARENT, 7, 2).childId());
    assertThat(new Children(2, List.of()).ids(new TaskRef(PARENT, 7)))
        .containsExactly(new Parent(PARENT, 7, 0).childId(), new Parent(PARENT, 7, 1).childId());
  }

  @Test
  void anOutboxHoldsAllChildrenOrNone() {
    var one = List.of(child(0, "a", null, 0, NOW, Duration.ZERO));

    assertThat(Children.toCreate(one, List.of()).created()).isEqualTo(new Children(1, List.of()));
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
