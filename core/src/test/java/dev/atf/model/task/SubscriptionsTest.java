package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.origin.Origin;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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

  @Test
  void subscriptionsAreListedAndFoundByName() {
    var one = subscription("one", "a*", "t");
    var two = subscription("two", "b", "t");
    var all = Subscriptions.of(List.of(two, one));

    assertThat(all.all()).containsExactly(one, two);
    assertThat(all.find("two")).contains(two);
    assertThat(all.find("three")).isEmpty();
    assertThat(all.of(new LambdaName("ab"))).containsExactly(one);
    assertThat(all.of(new LambdaName("b"))).containsExactly(two);
    assertThat(all.of(new LambdaName("c"))).isEmpty();
    assertThat(Subscription.requireName("one")).isEqualTo("one");
  }

  @Test
  void aSubscriptionCoversEndsOfItsLambdaCollectionAndStatuses() {
    var marketing = new CollectionName("marketing");
    var any = of(null);
    var ofMarketing = of(marketing);
    var task = header("acme", null);

    assertThat(any.covers(task, TaskStatus.SUCCESS)).isTrue();
    assertThat(any.covers(task, TaskStatus.CANCELLED)).isFalse();
    assertThat(any.covers(header("other", null), TaskStatus.SUCCESS)).isFalse();
    assertThat(any.covers(header("acme", marketing), TaskStatus.SUCCESS)).isTrue();
    assertThat(ofMarketing.covers(header("acme", marketing), TaskStatus.SUCCESS)).isTrue();
    assertThat(ofMarketing.covers(task, TaskStatus.SUCCESS)).isFalse();
    assertThat(ofMarketing.covers(header("acme", new CollectionName("b")), TaskStatus.SUCCESS))
        .isFalse();
  }

  @Test
  void aSubscriptionCoversNeitherCanariesNorItsOwnNotices() {
    var any = of(null);
    var other = subscription("other", "acme", "t");

    assertThat(any.owner()).isNotEqualTo(other.owner());
    assertThat(any.covers(taskOf("notice", other.owner()), TaskStatus.SUCCESS)).isTrue();
    assertThat(any.covers(taskOf("notice", any.owner()), TaskStatus.SUCCESS)).isFalse();
    assertThat(any.covers(taskOf(Origin.CANARY, other.owner()), TaskStatus.SUCCESS)).isFalse();
  }

  private static Subscription of(@Nullable CollectionName collection) {
    return new Subscription(
        "s", "acme", collection, Set.of(TaskStatus.SUCCESS), target("t"), Instant.EPOCH);
  }

  private static TaskHeader header(String lambda, @Nullable CollectionName collection) {
    var at = Instant.EPOCH;
    return new TaskHeader(
        TaskId.ofText("task"),
        new LambdaName(lambda),
        new Priority("normal"),
        collection,
        0,
        at,
        at,
        at,
        null);
  }

  private static TaskHeader taskOf(String kind, String owner) {
    return header("acme", null).withOrigin(new Origin(kind, owner, "m", TaskId.ofText("c")));
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
