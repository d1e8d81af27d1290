package dev.atf.queue.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.queue.QueueName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SqsQueueNamesTest {
  private final SqsQueueNames names = new SqsQueueNames(SqsConfig.DEFAULTS);

  @Test
  void aNameThatFitsIsWrittenOut() {
    assertThat(name("resize-image", "high")).isEqualTo("atf_resize-image_high");
  }

  @Test
  void aHyphenInANameIsNoSeparator() {
    assertThat(name("a-b", "c")).isNotEqualTo(name("a", "b-c"));
  }

  @Test
  void theLongestThatFitsIsWrittenOutAndOneMoreIsShortened() {
    var priority = "p".repeat(16);
    int room = SqsQueueNames.NAME_CHARS_MAX - "atf".length() - 2 - priority.length();

    assertThat(name("l".repeat(room), priority))
        .hasSize(80)
        .isEqualTo("atf_" + "l".repeat(room) + "_" + priority);
    assertThat(name("l".repeat(room + 1), priority))
        .hasSize(80)
        .endsWith("_" + priority)
        .matches("atf_l+_[0-9a-f]{16}_p+");
  }

  @Test
  void longNamesThatDifferAtTheirEndsAloneStayApart() {
    var priority = "p".repeat(16);
    var queues = new ArrayList<String>();
    for (var end : List.of("a", "b", "aa", "ab", "-a")) {
      queues.add(name("l".repeat(62) + end, priority));
      queues.add(name("l".repeat(62) + end, "q".repeat(16)));
    }

    assertThat(queues).doesNotHaveDuplicates().allMatch(queue -> queue.length() <= 80);
  }

  @Test
  void aShortNameCannotPassForAShortenedOne() {
    var shortened = name("l".repeat(64), "p".repeat(16));
    var parts = shortened.split("_", -1);

    // A lambda with the same name would have to hold a separator, which no lambda may.
    assertThat(parts).hasSize(4);
    assertThatThrownBy(() -> new LambdaName(parts[1] + "_" + parts[2]))
        .isInstanceOf(InvalidFieldException.class);
  }

  @Test
  void patternsFitTheQueuesOfTheirLambdaAlone() {
    var lambdas = List.of("resize", "resize-image", "l".repeat(64), "l".repeat(63), "l".repeat(60));
    for (var lambda : lambdas) {
      var patterns = names.patternsOf(new LambdaName(lambda));
      for (var other : lambdas) {
        for (var priority : List.of("p", "p".repeat(16))) {
          assertThat(patterns.stream().anyMatch(pattern -> fits(pattern, name(other, priority))))
              .as("%s for %s of %s", patterns, priority, other)
              .isEqualTo(lambda.equals(other));
        }
      }
    }
  }

  @Test
  void thePatternOfAClusterFitsNoQueueOfAnother() {
    var other = new SqsQueueNames(new SqsConfig("", "us-east-1", "atf-2"));

    assertThat(fits(names.ofAll(), name("resize", "high"))).isTrue();
    assertThat(fits(names.ofAll(), names.unusable())).isTrue();
    assertThat(fits(names.ofAll(), other.of(queue("resize", "high")))).isFalse();
  }

  private static boolean fits(String pattern, String name) {
    return name.matches(pattern.replace("*", ".*"));
  }

  @Test
  void theNameOfALongLambdaNeverChanges() {
    // Names in existing clusters: another result would lose the messages in their queues.
    assertThat(name("l".repeat(64), "p".repeat(16)))
        .isEqualTo(
            "atf_llllllllllllllllllllllllllllllllllllllllll_6714e95219c67c4c_pppppppppppppppp");
  }

  @Test
  void aPrefixWithASeparatorIsRefused() {
    assertThatThrownBy(() -> new SqsConfig("", "us-east-1", "a_b"))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("queuePrefix: a_b");
  }

  @Test
  void theLongestPrefixLeavesRoomForEveryQueue() {
    var longest = new SqsQueueNames(new SqsConfig("", "us-east-1", "x".repeat(20)));

    var name = longest.of(queue("l".repeat(64), "p".repeat(16)));

    assertThat(name).hasSize(80).startsWith("x".repeat(20) + "_llll");
  }

  private String name(String lambda, String priority) {
    return names.of(queue(lambda, priority));
  }

  private static QueueName queue(String lambda, String priority) {
    return new QueueName(new LambdaName(lambda), new Priority(priority));
  }
}
