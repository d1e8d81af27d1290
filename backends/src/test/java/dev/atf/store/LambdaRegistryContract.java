package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Behaviour of every store's lambdas. */
public abstract class LambdaRegistryContract {
  private final LambdaName name = SampleTasks.nextLambda();

  protected abstract Stores stores();

  @Test
  void aLambdaIsFoundAsItWasPut() {
    var lambda = unusual("everything differs", Duration.ofMillis(45_001));

    var put = stores().lambdas().put(lambda, Optional.empty());

    assertThat(put).isTrue();
    assertThat(stores().lambdas().find(name)).contains(lambda);
  }

  @Test
  void aLambdaWithEveryDefaultIsFoundAsItWasPut() {
    var lambda = LambdaDefinition.withDefaults(name, NOW);

    stores().lambdas().put(lambda, Optional.empty());

    assertThat(stores().lambdas().find(name)).contains(lambda);
  }

  @Test
  void anUnknownLambdaIsNotFound() {
    assertThat(stores().lambdas().find(name)).isEmpty();
  }

  @Test
  void creatingWhatIsThereIsRefused() {
    var first = unusual("first", null);
    stores().lambdas().put(first, Optional.empty());

    var put = stores().lambdas().put(unusual("second", null), Optional.empty());

    assertThat(put).isFalse();
    assertThat(stores().lambdas().find(name)).contains(first);
  }

  @Test
  void aLambdaIsReplacedByWhoeverReadItLast() {
    var first = unusual("first", null);
    var second = unusual("second", Duration.ofSeconds(40));
    var third = unusual("third", null);
    stores().lambdas().put(first, Optional.empty());

    assertThat(stores().lambdas().put(second, Optional.of(first))).isTrue();
    assertThat(stores().lambdas().put(third, Optional.of(first))).isFalse();
    assertThat(stores().lambdas().find(name)).contains(second);
    assertThat(stores().lambdas().put(third, Optional.of(second))).isTrue();
    assertThat(stores().lambdas().find(name)).contains(third);
  }

  @Test
  void replacingWhatIsNotThereIsRefused() {
    var put = stores().lambdas().put(unusual("second", null), Optional.of(unusual("first", null)));

    assertThat(put).isFalse();
    assertThat(stores().lambdas().find(name)).isEmpty();
  }

  @Test
  void lambdasAreListedByName() {
    var names = List.of(new LambdaName("zz-" + name), new LambdaName("aa-" + name), name);
    names.forEach(
        each -> stores().lambdas().put(LambdaDefinition.withDefaults(each, NOW), Optional.empty()));

    Eventually.holds(
        () -> {
          var listed = stores().lambdas().list().stream().map(LambdaDefinition::name).toList();
          assertThat(listed).isSorted().containsAll(names);
        });
  }

  @Test
  void deletedLambdaIsKeptApartUntilItIsForgotten() {
    var lambda = unusual("deleted", Duration.ofSeconds(50));
    stores().lambdas().put(lambda, Optional.empty());

    assertThat(stores().lambdas().delete(unusual("another", null), NOW)).isFalse();
    assertThat(stores().lambdas().delete(lambda, NOW)).isTrue();
    assertThat(stores().lambdas().delete(lambda, NOW)).isFalse();

    var deleted = new DeletedLambda(lambda, NOW);
    assertThat(stores().lambdas().find(name)).isEmpty();
    assertThat(stores().lambdas().put(lambda, Optional.of(lambda))).isFalse();
    Eventually.holds(
        () -> {
          assertThat(stores().lambdas().list())
              .extracting(LambdaDefinition::name)
              .doesNotContain(name);
          assertThat(stores().lambdas().deleted()).contains(deleted);
        });

    stores().lambdas().forget(new DeletedLambda(lambda, NOW.plusMillis(1)));
    Eventually.holds(() -> assertThat(stores().lambdas().deleted()).contains(deleted));
    stores().lambdas().forget(deleted);
    Eventually.holds(() -> assertThat(stores().lambdas().deleted()).doesNotContain(deleted));
  }

  @Test
  void lambdaThatIsRegisteredAgainIsNoLongerADeletedOne() {
    var lambda = unusual("deleted", Duration.ofSeconds(50));
    var again = LambdaDefinition.withDefaults(name, NOW);
    stores().lambdas().put(lambda, Optional.empty());
    stores().lambdas().delete(lambda, NOW);

    assertThat(stores().lambdas().put(again, Optional.empty())).isTrue();

    stores().lambdas().forget(new DeletedLambda(lambda, NOW));
    assertThat(stores().lambdas().find(name)).contains(again);
    Eventually.holds(
        () ->
            assertThat(stores().lambdas().deleted())
                .extracting(deleted -> deleted.lambda().name())
                .doesNotContain(name));
  }

  private LambdaDefinition unusual(String description, @Nullable Duration leaseTimeout) {
    return StoredValues.lambdas()
        .get(1)
        .with(it -> it.name(name).description(description).leaseTimeout(leaseTimeout));
  }
}
