package dev.atf.sim.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.Flag;
import dev.atf.runtime.loop.Loops;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class TimelineTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Carriers carriers = new Carriers();
  private final Timeline timeline = new Timeline(new Random(1));
  private final VirtualProcess process = process(timeline, "a");
  private final List<String> said = new ArrayList<>();

  @AfterEach
  void end() {
    process.kill();
    timeline.runUntil(HOUR.multipliedBy(1_000));
    carriers.close();
  }

  @Test
  void anHourOfSleepTakesNoTime() {
    process.start(
        "sleeper",
        () -> {
          sleep(process, HOUR);
          said.add("awake at " + Duration.ofNanos(timeline.nanos()));
        });

    timeline.runUntil(HOUR.multipliedBy(2));

    assertThat(said).containsExactly("awake at PT1H");
    assertThat(timeline.nanos()).isEqualTo(HOUR.multipliedBy(2).toNanos());
  }

  @Test
  void killedProcessDoesNothingMore() {
    process.start(
        "sleeper",
        () -> {
          sleep(process, HOUR);
          said.add("awake");
        });
    timeline.after(Duration.ofMinutes(1), process::kill);

    timeline.runUntil(HOUR.multipliedBy(2));

    assertThat(said).isEmpty();
  }

  @Test
  void pausedProcessContinuesAfterwards() {
    process.start(
        "sleeper",
        () -> {
          sleep(process, Duration.ofSeconds(1));
          said.add("awake at " + Duration.ofNanos(timeline.nanos()));
        });
    timeline.after(Duration.ofMillis(500), () -> process.pause(HOUR));

    timeline.runUntil(HOUR.multipliedBy(2));

    assertThat(said).containsExactly("awake at PT1H0.5S");
  }

  @Test
  void anInterruptionEndsAWait() {
    var strand =
        process.start(
            "sleeper",
            () -> {
              try {
                process.sleep(HOUR);
              } catch (InterruptedException e) {
                said.add("interrupted at " + Duration.ofNanos(timeline.nanos()));
              }
            });
    timeline.after(Duration.ofSeconds(3), strand::interrupt);

    timeline.runUntil(HOUR);

    assertThat(said).containsExactly("interrupted at PT3S");
    assertThat(strand.isAlive()).isFalse();
  }

  @Test
  void realLoopsTurnInVirtualTime() {
    var turns = new AtomicInteger();
    var loops =
        new Loops(
            process,
            process,
            new Random(1),
            new SimpleMeterRegistry(),
            dev.atf.runtime.loop.LoopSettings.DEFAULT);
    process.start(
        "main",
        () -> {
          var loop =
              loops.start(
                  "minutely",
                  () -> {
                    turns.incrementAndGet();
                    return Duration.ofMinutes(1);
                  });
          sleep(process, Duration.ofMinutes(30));
          loop.wake();
          sleep(process, Duration.ofSeconds(1));
          loops.close();
          said.add("closed");
        });

    timeline.runUntil(HOUR);

    assertThat(said).containsExactly("closed");
    assertThat(turns).hasValueBetween(31, 33);
  }

  @Test
  void aFlagWakesThoseThatWaitForIt() {
    var flag = new Flag(process);
    process.start("waiter", () -> said.add("raised: " + awaited(flag)));
    process.start(
        "raiser",
        () -> {
          sleep(process, Duration.ofSeconds(5));
          flag.raise();
        });

    timeline.runUntil(Duration.ofSeconds(6));

    assertThat(said).containsExactly("raised: true");
  }

  @Test
  void oneSeedMakesOneHistory() {
    assertThat(history(7)).isEqualTo(history(7)).isNotEqualTo(history(8));
  }

  @Test
  void uncaughtExceptionFailsTheRun() {
    process.start(
        "faulty",
        () -> {
          throw new IllegalStateException("broken");
        });

    assertThatThrownBy(() -> timeline.runUntil(HOUR)).hasRootCauseMessage("broken");
  }

  private List<String> history(long seed) {
    var one = new Timeline(new Random(seed));
    var history = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      var each = process(one, "p" + i);
      each.start(
          "t",
          () -> {
            for (int turn = 0; turn < 10; turn++) {
              history.add(each.name() + turn);
              sleep(each, Duration.ofMillis(10));
            }
          });
    }
    one.runUntil(HOUR);
    return history;
  }

  private VirtualProcess process(Timeline of, String name) {
    return new VirtualProcess(of, carriers, name, Instant.EPOCH);
  }

  private static boolean awaited(Flag flag) {
    try {
      return flag.await(HOUR);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sleep(VirtualProcess process, Duration time) {
    try {
      process.sleep(time);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
