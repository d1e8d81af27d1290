package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static dev.atf.storeconsumer.ConsumerRig.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.store.awake.AwakeLambdas;
import dev.atf.storeconsumer.ConsumerRig;
import io.micrometer.core.instrument.Gauge;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class BacklogWatchTest {
  private final ConsumerRig rig = new ConsumerRig();

  @Test
  void tasksThatNoConsumerReleasedAreReported() {
    var consumer = rig.consumer("a");
    // As a frontend pushes by the express lane.
    rig.sender.depths.put(QUEUE, 20);

    assertThat(consumer.backlogs.turn()).isEqualTo(Duration.ofSeconds(30));

    assertThat(backlogs(consumer)).containsExactly(20.0);
    assertThat(hosts(consumer)).containsExactly(1.0);
  }

  @Test
  void aLambdaWithoutHostsHasNone() {
    var consumer = rig.consumer("a");
    rig.hostLeaves();
    rig.sender.depths.put(QUEUE, 1);

    consumer.backlogs.turn();

    assertThat(backlogs(consumer)).containsExactly(1.0);
    assertThat(hosts(consumer)).containsExactly(0.0);
  }

  @Test
  void oneConsumerReportsALambda() {
    var consumers = Stream.of(rig.consumer("a"), rig.consumer("b")).toList();
    consumers.forEach(ConsumerRig.Consumer::learn);

    consumers.forEach(consumer -> consumer.backlogs.turn());

    assertThat(consumers.stream().flatMap(consumer -> backlogs(consumer).stream()))
        .containsExactly(0.0);
  }

  @Test
  void aLambdaThatFellAsleepIsReportedUntilItsHostsAreRemoved() {
    rig.lambdasSleep = true;
    var consumer = rig.consumer("a");
    new AwakeLambdas(rig.members).wakeFor(LAMBDA, rig.now(), rig.now());
    turn(consumer);
    rig.clock.advance(AwakeLambdas.AWAKE_FOR.plusMillis(1));

    turn(consumer);
    int asked = rig.sender.depthsAsked;

    assertThat(backlogs(consumer)).containsExactly(0.0);
    rig.clock.advance(BacklogWatch.REPORTED_FOR.minus(AwakeLambdas.AWAKE_FOR).minusMillis(2));
    turn(consumer);
    assertThat(backlogs(consumer)).containsExactly(0.0);
    rig.clock.advance(Duration.ofMillis(1));
    turn(consumer);
    assertThat(backlogs(consumer)).isEmpty();
    assertThat(hosts(consumer)).isEmpty();
    assertThat(rig.sender.depthsAsked).isEqualTo(asked);
  }

  @Test
  void aNewOwnerFindsTheBacklogOfALambdaThatSleeps() {
    rig.lambdasSleep = true;
    rig.hostLeaves();
    rig.sender.depths.put(QUEUE, 3);
    var consumer = rig.consumer("a");

    turn(consumer);

    assertThat(backlogs(consumer)).containsExactly(3.0);
    assertThat(hosts(consumer)).containsExactly(0.0);
  }

  @Test
  void aNewOwnerReportsAnIdleLambdaUntilItsHostsAreRemoved() {
    rig.lambdasSleep = true;
    var consumer = rig.consumer("a");

    turn(consumer);
    int asked = rig.sender.depthsAsked;
    rig.clock.advance(BacklogWatch.REPORTED_FOR.minusMillis(1));
    turn(consumer);

    assertThat(backlogs(consumer)).containsExactly(0.0);
    assertThat(hosts(consumer)).containsExactly(1.0);
    rig.clock.advance(Duration.ofMillis(1));
    turn(consumer);
    assertThat(backlogs(consumer)).isEmpty();
    assertThat(rig.sender.depthsAsked).isEqualTo(asked);
  }

  @Test
  void aBacklogIsReadUntilItIsGoneThoughItsLambdaSleeps() {
    rig.lambdasSleep = true;
    var consumer = rig.consumer("a");
    rig.sender.depths.put(QUEUE, 3);
    new AwakeLambdas(rig.members).wakeFor(LAMBDA, rig.now(), rig.now());
    turn(consumer);

    rig.clock.advance(BacklogWatch.REPORTED_FOR.multipliedBy(2));
    turn(consumer);
    assertThat(backlogs(consumer)).containsExactly(3.0);

    rig.sender.drain();
    turn(consumer);
    assertThat(backlogs(consumer)).containsExactly(0.0);
  }

  @Test
  void anUnknownBacklogIsNotReportedAsAnyNumber() {
    var consumer = rig.consumer("a");
    rig.sender.depths.put(QUEUE, 20);
    consumer.backlogs.turn();
    rig.sender.depthUnknown = true;

    consumer.backlogs.turn();
    assertThat(backlogs(consumer)).isEmpty();
    assertThat(hosts(consumer)).isEmpty();

    rig.sender.depthUnknown = false;
    consumer.backlogs.turn();
    assertThat(backlogs(consumer)).containsExactly(20.0);
  }

  private void turn(ConsumerRig.Consumer consumer) {
    consumer.directory.awake().refresh(rig.now());
    consumer.backlogs.turn();
  }

  private static List<Double> backlogs(ConsumerRig.Consumer consumer) {
    return values(consumer, "atf.consumer.backlog");
  }

  private static List<Double> hosts(ConsumerRig.Consumer consumer) {
    return values(consumer, "atf.consumer.hosts");
  }

  private static List<Double> values(ConsumerRig.Consumer consumer, String name) {
    return consumer.metrics.find(name).gauges().stream().map(Gauge::value).toList();
  }
}
