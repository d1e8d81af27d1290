package dev.atf.hsc.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.hsc.HscFixture;
import dev.atf.runtime.loop.Loops;
import dev.atf.store.memory.InMemoryMemberRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("a thread that dies of an error fails every test that waits with Awaitility")
final class PresenceTest {
  private final InMemoryMemberRegistry members = new InMemoryMemberRegistry();
  private final Loops loops = new Loops(System::nanoTime, new Random(1), new SimpleMeterRegistry());
  private final Presence presence =
      new Presence(
          members, new HscMember("hsc-1"), Duration.ofSeconds(2), loops, () -> HscFixture.NOON);

  @AfterEach
  void close() {
    loops.close();
  }

  @Test
  void hscWithADeadLoopDoesNotBeat() {
    presence.turn();
    assertThat(members.alive(Presence.SERVICE, Instant.MIN)).containsExactly("hsc-1");
    members.leave(Presence.SERVICE, "hsc-1");

    loops.start(
        "dying",
        () -> {
          throw new PlantedError();
        });
    await().dontCatchUncaughtExceptions().until(() -> !loops.allAlive());
    presence.turn();

    assertThat(members.alive(Presence.SERVICE, Instant.MIN)).isEmpty();
  }

  private static final class PlantedError extends Error {
    private static final long serialVersionUID = 1;
  }
}
