package dev.atf.model.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FairnessTest {
  @Test
  void keysSpreadEvenlyOverTheGroups() {
    var sizes = new HashMap<KeyGroup, Integer>();
    for (int i = 0; i < 100 * KeyGroup.COUNT; i++) {
      sizes.merge(new FairnessKey("tenant-" + i).group(), 1, Integer::sum);
    }

    assertThat(sizes).hasSize(KeyGroup.COUNT);
    assertThat(sizes.values()).allMatch(size -> size < 200);
  }

  @Test
  void groupsAreNumberedFromZeroAndNoneIsBeforeThem() {
    assertThat(new KeyGroup(0).isNone()).isFalse();
    assertThat(new KeyGroup(KeyGroup.COUNT - 1).isNone()).isFalse();
    assertThat(new KeyGroup(-1).isNone()).isTrue();
    assertThatThrownBy(() -> new KeyGroup(-2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new KeyGroup(KeyGroup.COUNT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRateOrALimitOfRunningTasksLimitsKeys() {
    assertThat(Fairness.EQUAL.limitsKeys()).isFalse();
    assertThat(new Fairness(Map.of("acme", 5), 0, 0).limitsKeys()).isFalse();
    assertThat(new Fairness(Map.of(), 0.1, 0).limitsKeys()).isTrue();
    assertThat(new Fairness(Map.of(), 0, 1).limitsKeys()).isTrue();
  }

  @Test
  void thereAreAHundredWeightsAtMost() {
    var weights = new HashMap<String, Integer>();
    for (int i = 0; i < Fairness.WEIGHTS_MAX; i++) {
      weights.put("key-" + i, 1);
    }
    assertThat(new Fairness(weights, 1_000_000, 1).violations()).isEmpty();

    weights.put("one-more", 1_001);
    assertThat(new Fairness(weights, 1_000_001, 0).violations())
        .extracting(FieldViolation::toString)
        .anyMatch(text -> text.contains("101 keys"))
        .anyMatch(text -> text.contains("1001"))
        .anyMatch(text -> text.contains("fairness.ratePerKey"))
        .hasSize(3);
  }

  /** The group is part of the names of stored lists. */
  @Test
  void theGroupOfAKeyNeverChanges() {
    assertThat(new FairnessKey("acme").group()).isEqualTo(new KeyGroup(407));
  }

  @Test
  void aGroupWeighsAsMuchAsItsHeaviestNamedKey() {
    var fairness = new Fairness(Map.of("acme", 5), 0, 0);

    assertThat(fairness.weight(new FairnessKey("acme").group())).isEqualTo(5);
    assertThat(fairness.weight(new FairnessKey("globex").group())).isEqualTo(1);
    assertThat(fairness.weight(KeyGroup.NONE)).isEqualTo(1);
  }

  @Test
  void valuesOutOfTheirRangesAreNamed() {
    assertThat(new Fairness(Map.of("a", 0, "b", 1_000), -1, -1).violations())
        .extracting(FieldViolation::field)
        .containsExactly("fairness.weights[a]", "fairness.ratePerKey", "fairness.runningMaxPerKey");
    assertThat(new Fairness(Map.of(), 0, 1_000).violations()).isEmpty();
    assertThat(new Fairness(Map.of(), 0, 1_001).violations())
        .containsExactly(new FieldViolation("fairness.runningMaxPerKey", "1001", "0 to 1000"));
    assertThat(Fairness.EQUAL.violations()).isEmpty();
    assertThatThrownBy(() -> new FairnessKey("")).isInstanceOf(InvalidFieldException.class);
    assertThatThrownBy(() -> new FairnessKey("a\n")).isInstanceOf(InvalidFieldException.class);
    assertThatThrownBy(() -> new FairnessKey("x".repeat(129)))
        .isInstanceOf(InvalidFieldException.class);
  }
}
