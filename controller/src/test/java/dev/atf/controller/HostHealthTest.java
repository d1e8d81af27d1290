package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.protocol.v1.WorkerAnswer.Health;
import dev.atf.protocol.v1.WorkerAnswer.Order;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class HostHealthTest {
  private static final Duration MOST = Duration.ofSeconds(10);

  private long now;
  private final HostHealth health = new HostHealth(() -> now);

  @Test
  void hostThatWasNeverAnsweredDoesNotWork() {
    assertThat(health.mayWork()).isFalse();
    assertThat(health.isAcknowledged()).isFalse();
    assertThat(health.reportIn(MOST)).isEqualTo(MOST);
  }

  @ParameterizedTest
  @EnumSource(names = {"HEALTHY", "HEALTH_UNKNOWN", "NEW", "UNHEALTHY", "MUST_DIE"})
  void onlyAHealthyHostOrOneOfWhichNothingIsKnownWorks(Health told) {
    answer(told, Order.NONE);

    assertThat(health.mayWork()).isEqualTo(told == Health.HEALTHY || told == Health.HEALTH_UNKNOWN);
    assertThat(health.isAcknowledged()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "WAIT", "DRAIN", "EXIT", "RESTART"})
  void hostWithAnOrderDoesNotWork(Order order) {
    answer(Health.HEALTHY, order);

    assertThat(health.mayWork()).isEqualTo(order == Order.NONE);
  }

  @Test
  void silenceCountsFromTheSendingOfTheAnsweredReport() {
    now = Duration.ofSeconds(14).toNanos();
    answered(Health.HEALTHY, Order.NONE, 0);
    assertThat(health.mayWork()).isTrue();

    now = Duration.ofSeconds(15).toNanos();
    assertThat(health.mayWork()).isFalse();

    answer(Health.HEALTHY, Order.NONE);
    assertThat(health.mayWork()).isTrue();
  }

  @Test
  void reportsAreDueBeforeTheLimitAndAtOnceAfterTheFirstAnswer() {
    answer(Health.NEW, Order.NONE);
    assertThat(health.reportIn(MOST)).isZero();

    // Its health check has not passed yet.
    answer(Health.NEW, Order.NONE);
    assertThat(health.reportIn(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(2));

    answer(Health.HEALTHY, Order.NONE);
    assertThat(health.reportIn(MOST)).isEqualTo(Duration.ofSeconds(5));
    assertThat(health.reportIn(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void hostOfAnHscThatKeepsNoPlacesWorksWithoutALimit() {
    health.answered(WorkerAnswer.getDefaultInstance(), now);
    now = Duration.ofDays(1).toNanos();

    assertThat(health.mayWork()).isTrue();
    assertThat(health.reportIn(MOST)).isEqualTo(MOST);
  }

  @ParameterizedTest
  @EnumSource(names = {"EXIT", "RESTART"})
  void orderToEndIsToldOnceAndStays(Order order) {
    var told = new ArrayList<String>();
    health.whenToExit(told::add);

    answer(Health.MUST_DIE, order);
    answer(Health.MUST_DIE, order);
    answer(Health.HEALTHY, Order.NONE);

    assertThat(told).containsExactly("because");
    assertThat(health.mayWork()).isFalse();
    assertThat(health.exitCode()).isEqualTo(order == Order.RESTART ? 75 : 74);
  }

  @Test
  void orderToEndThatCameBeforeAnybodyListenedIsTold() {
    answer(Health.MUST_DIE, Order.EXIT);
    var told = new ArrayList<String>();
    health.whenToExit(told::add);

    assertThat(told).containsExactly("because");
  }

  private void answer(Health told, Order order) {
    answered(told, order, now);
  }

  private void answered(Health told, Order order, long sentAt) {
    health.answered(
        WorkerAnswer.newBuilder()
            .setHealth(told)
            .setOrder(order)
            .setReason("because")
            .setUnhealthyAfter(ProtoTimes.proto(Duration.ofSeconds(15)))
            .build(),
        sentAt);
  }
}
