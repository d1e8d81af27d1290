package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.ConsumerRig.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DrainRatesTest {
  private final ConsumerRig rig = new ConsumerRig();
  private final ConsumerRig.Consumer consumer = rig.consumer("a");

  @Test
  void aBusyQueueTellsItsRateAndAnIdleOneWritesNothing() {
    rig.scheduleMany(125, rig.now());
    consumer.work();
    rig.clock.advance(Duration.ofSeconds(10));

    assertThat(consumer.drainRates.turn()).isEqualTo(Duration.ofSeconds(10));

    var told = Map.of("a", new Sighting(rig.now(), "releasedPerSecond=12.5"));
    assertThat(seen()).isEqualTo(told);

    rig.clock.advance(Duration.ofSeconds(10));
    consumer.drainRates.turn();
    assertThat(seen()).isEqualTo(told);
  }

  @Test
  void theNextRateIsOfWhatWasReleasedSince() {
    rig.scheduleMany(125, rig.now());
    consumer.work();
    rig.clock.advance(Duration.ofSeconds(10));
    consumer.drainRates.turn();
    rig.schedule(rig.now());
    consumer.work();
    rig.clock.advance(Duration.ofSeconds(20));

    consumer.drainRates.turn();

    assertThat(seen().values()).extracting(Sighting::note).containsExactly("releasedPerSecond=0.1");
  }

  @Test
  void aLimitedQueueTellsWhenItsNextMayGo() {
    var limited = new ConsumerRig();
    limited.register(limited.lambda().withDispatchRate(0.01));
    var releasing = limited.consumer("a");
    limited.schedule(limited.now());
    releasing.work();
    limited.clock.advance(Duration.ofSeconds(10));

    releasing.drainRates.turn();

    assertThat(limited.members.seen("rate/resize/normal", Instant.EPOCH).values())
        .extracting(Sighting::note)
        .containsExactly(
            "releasedPerSecond=0.1 nextAt=" + limited.now().plusSeconds(90).getEpochSecond());
  }

  @Test
  void refusedPushesDoNotCountAsReleased() {
    rig.sender.refuses = true;
    rig.scheduleMany(5, rig.now());
    consumer.work();
    rig.clock.advance(Duration.ofSeconds(10));

    consumer.drainRates.turn();

    assertThat(seen()).isEmpty();
  }

  private Map<String, Sighting> seen() {
    return rig.members.seen("rate/resize/normal", Instant.EPOCH);
  }

  @Test
  void theRatesOfAQueueAreFoundByItsLambdaAndPriority() {
    assertThat(DrainRates.service(QUEUE)).isEqualTo("rate/resize/normal");
  }
}
