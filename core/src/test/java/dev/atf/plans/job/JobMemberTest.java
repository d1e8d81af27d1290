package dev.atf.plans.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.plans.job.definition.JsonItems;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JobMemberTest {
  @Test
  void membersAreReadAsTheyAreWritten() {
    for (var text :
        List.of("0-a/1/1", "17-resize-x/1/2/5", "999-a/10/3/undo/2", "3-a/1/1/999/undo/1")) {
      assertThat(JobMember.parse(text)).hasToString(text);
    }
    assertThat(JobMember.parse("3-a/1/2/4/undo/1").reverted()).hasToString("3-a/1/2/4");
    assertThatThrownBy(() -> JobMember.parse("a/1")).hasMessageContaining("member");
  }

  @Test
  void itemsAreCutOutOfAnArrayAsTheyStandThere() {
    assertThat(items(" [ ] ")).contains(List.of());
    assertThat(items("[1, \"a,]\\\"b\", {\"x\": [1,2]}, [ ] , null]\n"))
        .contains(List.of("1", "\"a,]\\\"b\"", "{\"x\": [1,2]}", "[ ]", "null"));
    for (var text : List.of("", "{}", "[1", "[1,]", "[,1]", "[1] 2", "[\"a", "[}]", "[1}", "3")) {
      assertThat(items(text)).as(text).isEmpty();
    }
  }

  @Test
  void onlySpaceMayBeAroundAnArrayAndItsItems() {
    assertThat(items("\t\r\n [\t]\r\n ")).contains(List.of());
    assertThat(items("[ 1\t,\r2\n]")).contains(List.of("1", "2"));
    for (var text : List.of("\b[1]", "[1]\b", "[1]\u000e", "[ , ]", "[\"\\", "[\"\\\"", "[1, ")) {
      assertThat(items(text)).as(text).isEmpty();
    }
  }

  private static Optional<List<String>> items(String json) {
    return JsonItems.of(json.getBytes(StandardCharsets.UTF_8));
  }
}
