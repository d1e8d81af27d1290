package dev.atf.plans.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class PlanListTest {
  @Test
  void hashesTheSameInEveryProcess() {
    var lambda = new LambdaName("resize-image");

    // The hash of an enum value depends on its identity.
    assertThat(PlanList.live(lambda, PlanKind.ORDER, 3).hashCode())
        .isEqualTo(Objects.hash(lambda, "order", 3));
  }
}
