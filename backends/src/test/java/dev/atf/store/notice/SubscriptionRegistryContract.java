package dev.atf.store.notice;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.CollectionName;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.task.EndStatuses;
import dev.atf.model.task.Subscription;
import dev.atf.store.SampleTasks;
import dev.atf.store.Stores;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Behaviour of every store's subscriptions. */
public abstract class SubscriptionRegistryContract {
  private final String name = SampleTasks.nextLambda().value();

  protected abstract Stores stores();

  @Test
  void aSubscriptionIsReadAsItWasPut() {
    var whole = subscription(1);
    var part =
        new Subscription(
            name,
            "resize-*",
            new CollectionName("Marketing.2026_a-b"),
            Set.of(TaskStatus.CANCELLED),
            SampleTasks.ON_FINISH.target(),
            NOW.plusNanos(1));

    assertThat(stores().subscriptions().put(whole, Optional.empty())).isTrue();
    assertThat(stores().subscriptions().read().find(name)).contains(whole);
    assertThat(stores().subscriptions().put(part, Optional.of(whole))).isTrue();

    assertThat(stores().subscriptions().read().find(name)).contains(part);
  }

  @Test
  void oneThatWasChangedMeanwhileIsNeitherReplacedNorDeleted() {
    var first = subscription(1);
    var second = subscription(2);
    assertThat(stores().subscriptions().put(first, Optional.empty())).isTrue();
    assertThat(stores().subscriptions().put(second, Optional.empty())).isFalse();
    assertThat(stores().subscriptions().put(second, Optional.of(first))).isTrue();

    assertThat(stores().subscriptions().put(subscription(3), Optional.of(first))).isFalse();
    assertThat(stores().subscriptions().delete(first)).isFalse();

    assertThat(stores().subscriptions().read().find(name)).contains(second);
    assertThat(stores().subscriptions().delete(second)).isTrue();
    assertThat(stores().subscriptions().read().find(name)).isEmpty();
    assertThat(stores().subscriptions().delete(second)).isFalse();
  }

  @Test
  void gatesAndSubscriptionsAreReadApart() {
    var lambda = SampleTasks.nextLambda();
    var gate = new Gate(lambda, null, GateState.PAUSED, null, "", "", NOW);
    stores().gates().put(gate);
    assertThat(stores().subscriptions().put(subscription(1), Optional.empty())).isTrue();

    assertThat(stores().gates().read().of(lambda)).containsExactly(gate);
    assertThat(stores().subscriptions().read().all()).contains(subscription(1));
    assertThat(stores().gates().delete(gate)).isTrue();
    assertThat(stores().subscriptions().read().find(name)).isPresent();
  }

  private Subscription subscription(int second) {
    return new Subscription(
        name,
        "resize",
        null,
        EndStatuses.ALL,
        SampleTasks.ON_FINISH.target(),
        NOW.plusSeconds(second));
  }
}
