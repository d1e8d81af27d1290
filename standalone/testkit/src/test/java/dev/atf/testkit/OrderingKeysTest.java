package dev.atf.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.WorkerBuilder;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.OrderingKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ordering keys through all services, by a clock that the test moves. */
final class OrderingKeysTest {
  private static final String LAMBDA = "book";

  private final List<String> booked = new ArrayList<>();
  private String bad = "";
  private int failuresLeft;

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(this::handlers)
          .with(Lambda.newBuilder().setName(LAMBDA).setOnFatal(Lambda.OnFatal.HOLD).build());

  private WorkerBuilder handlers(WorkerBuilder worker) {
    return worker.handle(LAMBDA, JsonNode.class, this::book);
  }

  private Outcome book(JsonNode payload, TaskContext context) {
    var what = payload.asText();
    if (what.equals(bad)) {
      return Outcome.fatal("BAD", "no");
    }
    booked.add(what);
    return failuresLeft-- > 0 ? Outcome.retryLater(Duration.ofMinutes(5)) : Outcome.success();
  }

  private String schedule(String what, String key) {
    return atf.client().schedule(TaskSpec.of(LAMBDA, what).orderingKey(key)).taskId();
  }

  private String schedule(String what, String key, Duration in) {
    return atf.client()
        .schedule(TaskSpec.of(LAMBDA, what).orderingKey(key).at(atf.clock().instant().plus(in)))
        .taskId();
  }

  private OrderingKey key(String key) {
    return atf.client().orderingKeys().get(LAMBDA, key);
  }

  @Test
  void theTasksOfAKeyRunInTheirOrder() {
    for (int i = 1; i <= 5; i++) {
      schedule("a" + i, "a");
      schedule("b" + i, "b");
    }

    assertThat(atf.runDueTasks()).isEqualTo(10);

    assertThat(booked).filteredOn(it -> it.startsWith("a")).isSorted().hasSize(5);
    assertThat(booked).filteredOn(it -> it.startsWith("b")).isSorted().hasSize(5);
    assertThat(key("a").getState()).isEqualTo(OrderingKey.State.FREE);
  }

  @Test
  void retriedTaskKeepsItsTurn() {
    failuresLeft = 1;
    schedule("a1", "a");
    var second = schedule("a2", "a");

    assertThat(atf.runDueTasks()).isEqualTo(1);
    AtfAssertions.assertThat(atf.task(second)).isWaiting();
    assertThat(key("a").getState()).isEqualTo(OrderingKey.State.WAITED_FOR);
    schedule("b1", "b");
    assertThat(atf.runDueTasks()).isEqualTo(1);

    AtfAssertions.assertThat(atf.runUntilFinished(second)).hasSucceeded();
    assertThat(booked).containsExactly("a1", "b1", "a1", "a2");
  }

  @Test
  void anEarlierTimeComesFirstAndALaterOneWhenItIsTime() {
    var later = schedule("later", "a", Duration.ofHours(2));
    schedule("sooner", "a", Duration.ofHours(1));

    assertThat(atf.runDueTasks()).isZero();
    AtfAssertions.assertThat(atf.runUntilFinished(later)).hasSucceeded();

    assertThat(booked).containsExactly("sooner", "later");
  }

  @Test
  void aHeldKeyWaitsForAnOperatorWhoSkips() {
    bad = "a1";
    var first = schedule("a1", "a");
    var second = schedule("a2", "a");
    schedule("b1", "b");

    assertThat(atf.runDueTasks()).isEqualTo(2);

    assertThat(booked).containsExactly("b1");
    assertThat(key("a").getState()).isEqualTo(OrderingKey.State.HELD);
    assertThatThrownBy(() -> atf.runUntilFinished(second))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does not finish: ");
    assertThat(atf.runFor(Duration.ofHours(3))).isZero();
    assertThat(atf.client().orderingKeys().held(LAMBDA))
        .extracting(OrderingKey::getHolderTaskId)
        .containsExactly(first);

    var skipped = atf.client().orderingKeys().skip(LAMBDA, "a", first);

    assertThat(skipped.getState()).isNotEqualTo(OrderingKey.State.HELD);
    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(booked).containsExactly("b1", "a2");
    AtfAssertions.assertThat(atf.task(first)).isDead().hasFailureCode("BAD");
  }

  @Test
  void aHeldKeyGoesOnWhenItsTaskIsTriedAnew() {
    bad = "a1";
    var first = schedule("a1", "a");
    schedule("a2", "a");
    assertThat(atf.runDueTasks()).isEqualTo(1);

    bad = "";
    var retried = atf.client().orderingKeys().retry(LAMBDA, "a", first);

    assertThat(retried.getHolderTaskId()).isEqualTo(first);
    assertThat(atf.runDueTasks()).isEqualTo(2);
    assertThat(booked).containsExactly("a1", "a2");
  }

  @Test
  void aWaitingTaskThatIsCancelledIsPassedOver() {
    failuresLeft = 1;
    schedule("a1", "a");
    var second = schedule("a2", "a");
    schedule("a3", "a");
    assertThat(atf.runDueTasks()).isEqualTo(1);
    var unused = atf.client().cancel(second, "not wanted");

    assertThat(atf.runFor(Duration.ofMinutes(10))).isEqualTo(2);

    assertThat(booked).containsExactly("a1", "a1", "a3");
  }
}
