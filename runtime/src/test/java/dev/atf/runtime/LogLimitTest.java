package dev.atf.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LogLimitTest {
  @Test
  void lineOfAnIntervalTellsHowManyWereLeftOutBeforeIt() {
    var nanos = new AtomicLong(-5);
    var limit = new LogLimit(nanos::get, Duration.ofNanos(10));
    var lines = new ArrayList<Long>();

    limit.log(lines::add);
    nanos.set(4);
    limit.log(lines::add);
    limit.log(lines::add);
    nanos.set(5);
    limit.log(lines::add);
    nanos.set(15);
    limit.log(lines::add);

    assertThat(lines).containsExactly(0L, 2L, 0L);
  }
}
