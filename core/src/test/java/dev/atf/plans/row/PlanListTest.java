package dev.atf.plans.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class PlanListTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final LambdaName LAMBDA = new LambdaName("resize-image");
  private static final PlanId ID = PlanId.of(PlanKind.JOB, LAMBDA, "night");

  @Test
  void aPlanWithAnAlarmIsInTheListOfItsShardAndOtherwiseInTheRestIfItIsListed() {
    var plan = Plan.fresh(ID, PlanKind.JOB, LAMBDA, "night", 16, NOON);
    var live = PlanList.of(plan.withAlarmAt(NOON)).orElseThrow();

    assertThat(live).isEqualTo(PlanList.live(LAMBDA, PlanKind.JOB, ID.shard(16)));
    assertThat(live).hasToString("resize-image/job/" + ID.shard(16));
    assertThat(PlanList.of(plan.withAlarmAt(NOON).withListed(false))).contains(live);
    assertThat(PlanList.of(plan)).contains(PlanList.resting(LAMBDA, PlanKind.JOB));
    assertThat(PlanList.of(plan).orElseThrow().key()).isEqualTo("resize-image/job/rest");
    assertThat(PlanList.of(plan.withListed(false))).isEmpty();
  }

  @Test
  void everyShardOfALambdaHasAList() {
    var lambda = LambdaDefinition.withDefaults(LAMBDA, NOON).withShards(2);

    assertThat(PlanList.live(lambda, PlanKind.ORDER))
        .extracting(PlanList::key)
        .containsExactly("resize-image/order/0", "resize-image/order/1");
    assertThat(PlanList.all(lambda, PlanKind.ORDER))
        .extracting(PlanList::key)
        .containsExactly("resize-image/order/0", "resize-image/order/1", "resize-image/order/rest");
  }

  @Test
  void idsOfPlansAreOrderedAndSpreadOverTheShards() {
    var other = PlanId.of(PlanKind.JOB, LAMBDA, "day");

    assertThat(ID.shard(16)).isEqualTo(new TaskId(ID.value()).shard(16)).isNotZero();
    assertThat(ID.compareTo(other)).isEqualTo(ID.value().compareTo(other.value())).isNotZero();
  }

  @Test
  void aStateHasABoundedSize() {
    var plan = Plan.fresh(ID, PlanKind.JOB, LAMBDA, "night", 16, NOON);
    var largest = new Bytes(new byte[Plan.STATE_BYTES_MAX]);
    var larger = new Bytes(new byte[Plan.STATE_BYTES_MAX + 1]);

    assertThat(plan.withState(largest).state().length()).isEqualTo(65_536);
    assertThatThrownBy(() -> plan.withState(larger))
        .hasMessageContaining("state: 65537 bytes (expected: at most 65536)");
  }

  @Test
  void namesOfPartsAreCheckedAndExpiriesAreWholeSeconds() {
    var part = new PlanPart(ID, "contents/0-a.b", Bytes.EMPTY, NOON.plusMillis(1_999));

    assertThat(part.expiresAt()).isEqualTo(NOON.plusSeconds(1));
    assertThat(new PlanPart(ID, "a", Bytes.EMPTY, null).expiresAt()).isNull();
    for (var name : List.of("", "-a", "A", "a b", "a".repeat(201))) {
      assertThatThrownBy(() -> new PlanPart(ID, name, Bytes.EMPTY, null))
          .as(name)
          .isInstanceOf(InvalidFieldException.class);
    }
  }

  @Test
  void hashesTheSameInEveryProcess() {
    // The hash of an enum value depends on its identity.
    assertThat(PlanList.live(LAMBDA, PlanKind.ORDER, 3).hashCode())
        .isEqualTo(Objects.hash(LAMBDA, "order", 3));
  }
}
