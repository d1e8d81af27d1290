package dev.atf.hsc.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.hsc.HscFixture;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.rows.InMemoryRows;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LambdasTest {
  private static final LambdaName NAME = new LambdaName("resize-image");

  private final AtomicInteger lookUps = new AtomicInteger();
  private final LambdaRegistry registry = new Counting();
  private final Lambdas lambdas =
      new Lambdas(
          registry,
          SubscriptionRegistry.inMemory(),
          LeaseTimes.DEFAULT,
          new HscMetrics(new SimpleMeterRegistry()));

  @Test
  void deletedLambdaIsLookedUpOncePerRefresh() {
    for (int i = 0; i < 100; i++) {
      lambdas.effectiveForRunning(NAME, HscFixture.NOON);
    }
    assertThat(lookUps).hasValue(1);

    lambdas.refresh();
    lambdas.effectiveForRunning(NAME, HscFixture.NOON);
    assertThat(lookUps).hasValue(2);
  }

  @Test
  void aClaimLooksAgainSoThatALimitSetMeanwhileHolds() {
    lambdas.effectiveForRunning(NAME, HscFixture.NOON);
    registry.put(LambdaDefinition.withDefaults(NAME, HscFixture.NOON), Optional.empty());

    assertThat(lambdas.find(NAME)).isPresent();
    lambdas.effective(NAME, HscFixture.NOON);

    assertThat(lookUps).hasValue(3);
  }

  @Test
  void onlyLambdasOfTheLastReadAreKnown() {
    registry.put(LambdaDefinition.withDefaults(NAME, HscFixture.NOON), Optional.empty());
    assertThat(lambdas.isKnown(NAME)).isFalse();

    lambdas.refresh();

    assertThat(lambdas.isKnown(NAME)).isTrue();
    assertThat(lambdas.isKnown(new LambdaName("invented"))).isFalse();
    assertThat(lookUps).hasValue(0);
  }

  private final class Counting extends LambdaRegistry {
    private Counting() {
      super(new InMemoryRows<>(KIND));
    }

    @Override
    public Optional<LambdaDefinition> find(LambdaName name) {
      lookUps.incrementAndGet();
      return super.find(name);
    }
  }
}
