package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.simulation.world.FaultKind;
import dev.atf.simulation.world.WorldPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PlanJsonTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 7, -1, Long.MAX_VALUE})
  void aPlanIsReadFromItsOneLine(long seed) {
    var plan = WorldPlan.draw(seed);

    var line = PlanJson.text(plan);

    assertThat(line.lines()).hasSize(1);
    assertThat(PlanJson.parse(line)).isEqualTo(plan);
  }

  @Test
  void omittedFieldsAreDrawnFromTheSeed() {
    var plan = PlanJson.parse("{\"seed\":7,\"tasks\":1}");

    assertThat(plan.tasks()).isEqualTo(1);
    assertThat(plan.families()).isEqualTo(WorldPlan.draw(7).families());
    assertThat(plan.busyFor()).isEqualTo(WorldPlan.draw(7).busyFor());
  }

  @Test
  void familiesAreInTheOrderOfTheirEnumerationHoweverTheyWereWritten() {
    var plan = PlanJson.parse("{\"seed\":7,\"families\":[\"PAUSE\",\"CALL_LOST\",\"CRASH\"]}");

    assertThat(plan.families())
        .containsExactly(FaultKind.CALL_LOST, FaultKind.CRASH, FaultKind.PAUSE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense | no JSON",
        "{\"seed\":1 | no JSON",
        "{\"seed\":1} {} | no JSON",
        "[] | expected: {\"seed\":N",
        "{} | expected: {\"seed\":N",
        "{\"seed\":\"1\"} | expected: {\"seed\":N",
        "{\"seed\":1,\"taks\":2} | taks",
        "{\"seed\":1,\"tasks\":0} | at least 1",
        "{\"seed\":1,\"tasks\":\"2\"} | tasks",
        "{\"seed\":1,\"tasks\":1.5} | 1.5",
        "{\"seed\":1,\"shards\":3} | power of two",
        "{\"seed\":1,\"busyFor\":\"soon\"} | soon",
        "{\"seed\":1,\"families\":null} | families",
        "{\"seed\":1,\"families\":[\"RAIN\"]} | RAIN",
      })
  void rejectsMalformedPlansWithAReason(String json, String why) {
    assertThatThrownBy(() -> PlanJson.parse(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
