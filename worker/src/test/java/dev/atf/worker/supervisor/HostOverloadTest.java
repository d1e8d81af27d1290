package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.atf.executor.core.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class HostOverloadTest {
  private static final Duration WINDOW = HostOverload.window(SupervisorConfig.DEFAULTS);

  private final ManualClock clock = new ManualClock();
  private final HostOverload overload = new HostOverload(SupervisorConfig.DEFAULTS);

  @Test
  void aHostIsOverloadedWhenTwoPlacesLoseTheirLeasesWithinTheWindow() {
    lost("paint/0");
    assertThat(overload.isOverloaded()).isFalse();
    clock.advance(WINDOW);

    lost("paint/1");

    assertThat(overload.isOverloaded()).isTrue();
    assertThat(overload.lostLeases()).isEqualTo(2);
  }

  @Test
  void leasesLostLongAfterEachOtherAreNoOverload() {
    lost("paint/0");
    clock.advance(WINDOW.plusMillis(1));

    lost("wash/0");

    assertThat(overload.isOverloaded()).isFalse();
    assertThat(overload.lostLeases()).isZero();
  }

  @Test
  void onePlaceAloneIsNoOverload() {
    for (int death = 0; death < 10; death++) {
      lost("paint/0");
    }

    assertThat(overload.isOverloaded()).isFalse();
    assertThat(overload.lostLeases()).isZero();
  }

  @Test
  void anOverloadIsOverWhenNoTwoPlacesLostTheirLeasesForAWindow() {
    lost("paint/0");
    clock.advance(Duration.ofSeconds(1));
    lost("paint/1");
    clock.advance(WINDOW.minusSeconds(1));
    update(false);
    assertThat(overload.isOverloaded()).isTrue();

    clock.advance(Duration.ofMillis(1));
    update(false);

    assertThat(overload.isOverloaded()).isFalse();
    lost("paint/2");
    assertThat(overload.isOverloaded()).isTrue();
  }

  @Test
  void anOverloadLastsWhileLeasesAreLostAnew() {
    lost("paint/0");
    lost("paint/1");
    for (int round = 0; round < 5; round++) {
      clock.advance(WINDOW.dividedBy(2).plusMillis(1));
      lost("paint/" + round % 2);
      update(false);
      assertThat(overload.isOverloaded()).isTrue();
    }
    assertThat(overload.lostLeases()).isEqualTo(2);
  }

  @Test
  void anOverloadLastsWhileStartsWaitForOthers() {
    lost("paint/0");
    lost("paint/1");
    update(false);
    clock.advance(WINDOW.plusMillis(1));

    update(true);
    assertThat(overload.isOverloaded()).isTrue();

    update(false);
    assertThat(overload.isOverloaded()).isFalse();
  }

  @Test
  void oneLineSaysThatAHostIsOverloadedAndOneThatItIsOver() {
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    var logger = (Logger) LoggerFactory.getLogger(HostOverload.class);
    var before = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
    try {
      lost("paint/0");
      clock.advance(Duration.ofSeconds(3));
      lost("paint/1");
      lost("paint/2");
      update(false);
      update(false);
      clock.advance(WINDOW.plusMillis(1));
      update(false);
      update(false);
    } finally {
      logger.detachAppender(lines);
      logger.setLevel(before);
    }

    assertThat(lines.list).hasSize(2);
    assertThat(lines.list.get(0).getLevel()).isEqualTo(Level.WARN);
    assertThat(lines.list.get(0).getFormattedMessage())
        .startsWith("host overloaded: leases lost=3 by executors=3 within 3s.")
        .contains("fewer executors or threads", "longer lease", "bigger host");
    assertThat(lines.list.get(1).getLevel()).isEqualTo(Level.INFO);
    assertThat(lines.list.get(1).getFormattedMessage())
        .isEqualTo("host no longer overloaded: leases lost=3 in 124s");
  }

  private void lost(String place) {
    overload.leaseLost(place, clock.nanos());
  }

  private void update(boolean startsWait) {
    overload.update(clock.nanos(), startsWait);
  }
}
