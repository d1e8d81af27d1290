package dev.atf.hsc.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.hsc.HscFixture;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.memory.InMemoryLambdaRegistry;
import dev.atf.store.memory.InMemorySubscriptions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LambdasTest {
  private static final LambdaName NAME = new LambdaName("resize-image");

  private final InMemoryLambdaRegistry registry = new InMemoryLambdaRegistry();
  private final AtomicInteger lookUps = new AtomicInteger();
  private final Lambdas lambdas =
      new Lambdas(
          counting(),
          new InMemorySubscriptions(),
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

  private LambdaRegistry counting() {
    return (LambdaRegistry)
        Proxy.newProxyInstance(
            LambdaRegistry.class.getClassLoader(),
            new Class<?>[] {LambdaRegistry.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("find")) {
                lookUps.incrementAndGet();
              }
              return method.invoke(registry, arguments);
            });
  }
}
