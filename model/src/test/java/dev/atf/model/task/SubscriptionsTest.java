package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SubscriptionsTest {
  @Test
  void aPrefixIsAboutLambdasOfOneTenant() {
    assertThat(subscription("s", "ac*", "t").isOf(new LambdaName("acme"))).isTrue();
    assertThat(subscription("s", "ac*", "t").isOf(new LambdaName("acme--resize"))).isFalse();
    assertThat(subscription("s", "*", "t").isOf(new LambdaName("acme--resize"))).isFalse();
    assertThat(subscription("s", "acme--*", "t").isOf(new LambdaName("acme--resize"))).isTrue();
    assertThat(subscription("s", "acme", "t").isOf(new LambdaName("acme-b"))).isFalse();
  }

  @Test
  void namesAndSourcesAreChecked() {
    for (var source : List.of("", "A", "a**", "*a", "a/b")) {
      assertThatThrownBy(() -> subscription("s", source, "t"))
          .as(source)
          .isInstanceOf(InvalidFieldException.class)
          .hasMessageContaining("lambda: ");
    }
    assertThatThrownBy(() -> subscription("onFinish", "a", "t")).hasMessageContaining("name: ");
    assertThatThrownBy(() -> new Subscription("s", "a", null, Set.of(), target("t"), Instant.EPOCH))
        .hasMessageContaining("statuses: [] (expected: at least one of ");
  }

  @Test
  void aWayBackIsFoundThroughOthers() {
    var all =
        Subscriptions.of(List.of(subscription("one", "b*", "c"), subscription("two", "c", "d")));

    assertThat(all.cycle(subscription("new", "a", "b"))).isEmpty();
    assertThat(all.cycle(subscription("new", "d", "bb")))
        .containsExactly(new LambdaName("bb"), new LambdaName("c"), new LambdaName("d"));
    assertThat(all.cycle(subscription("new", "a*", "ab"))).containsExactly(new LambdaName("ab"));
  }

  @Test
  void theLargestCrowdIsFoundAlsoForLambdasThatAreNotRegistered() {
    var all =
        Subscriptions.of(
            List.of(
                subscription("one", "a*", "t"),
                subscription("two", "ab*", "t"),
                subscription("three", "abc", "t"),
                subscription("four", "b*", "t")));

    assertThat(all.crowd(subscription("one", "a*", "t")))
        .extracting(Subscription::name)
        .containsExactlyInAnyOrder("one", "two", "three");
    assertThat(all.crowd(subscription("four", "b*", "t")))
        .extracting(Subscription::name)
        .containsExactly("four");
  }

  private static Subscription subscription(String name, String source, String target) {
    return new Subscription(name, source, null, EndStatuses.ALL, target(target), Instant.EPOCH);
  }

  private static NoticeTarget target(String lambda) {
    return new NoticeTarget(
        new LambdaName(lambda),
        new Priority("normal"),
        new TaskId("0123456789abcdef0123456789abcdef"));
  }
}
