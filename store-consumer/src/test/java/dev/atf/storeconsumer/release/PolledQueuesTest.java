package dev.atf.storeconsumer.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.worker.HostSightings;
import dev.atf.storeconsumer.ManualClock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PolledQueuesTest {
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final Instant START = ManualClock.START;
  private static final Instant NOW = START.plus(PolledQueues.SEEN_WITHIN);

  private final MemberRegistry members = new InMemoryMemberRegistry();
  private final PolledQueues queues = queues(members);

  @ParameterizedTest
  @ValueSource(strings = {"running=1", "waiting=2", "running=0 askedAgo=29", "waiting=0 wanted=0"})
  void areThoseOfALambdaThatExecutorsWorkFor(String note) {
    seen("host-1", note, NOW);

    assertThat(queues.polled(LAMBDA, NOW)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "running=0 waiting=0",
        "askedAgo=31",
        "wanted=1",
        "refused=4 running=1",
        "missing=gpu running=1 waiting=2"
      })
  void areNotThoseOfALambdaThatNobodyAsksFor(String note) {
    seen("host-1", note, NOW);

    assertThat(queues.polled(LAMBDA, NOW)).isFalse();
  }

  @Test
  void oneHostIsEnough() {
    seen("host-1", "refused=4", NOW);
    seen("host-2", "running=1", NOW);

    assertThat(queues.polled(LAMBDA, NOW)).isTrue();
  }

  @Test
  void aHostThatWasNotSeenForLongPollsNone() {
    seen("host-1", "running=1", NOW);
    var later = NOW.plus(PolledQueues.SEEN_WITHIN);

    assertThat(queues.polled(LAMBDA, later.minusMillis(1))).isTrue();
    assertThat(queues.polled(LAMBDA, later.plus(PolledQueues.FRESH_FOR))).isFalse();
  }

  @Test
  void anAnswerIsKeptForAWhile() {
    assertThat(queues.polled(LAMBDA, NOW)).isFalse();
    seen("host-1", "running=1", NOW);

    assertThat(queues.polled(LAMBDA, NOW.plus(PolledQueues.FRESH_FOR).minusMillis(1))).isFalse();
    assertThat(queues.polled(LAMBDA, NOW.plus(PolledQueues.FRESH_FOR))).isTrue();
  }

  @Test
  void queuesCountAsPolledWhenTheStoreIsUnavailable() {
    var away = queues(new AwayRegistry());

    assertThat(away.polled(LAMBDA, NOW)).isTrue();
  }

  @Test
  void shortlyAfterTheStartTheyCountAsPolled() {
    assertThat(queues.polled(LAMBDA, NOW.minusMillis(1))).isTrue();
    assertThat(queues.polled(LAMBDA, NOW)).isFalse();
  }

  @Test
  void areReadAfterTheClockWasSetBackToATimeBeforeTheStart() {
    assertThat(queues.polled(LAMBDA, START.minusMillis(1))).isFalse();
  }

  private static PolledQueues queues(MemberRegistry members) {
    return new PolledQueues(new HostSightings(members), InstantSource.fixed(START));
  }

  private void seen(String host, String note, Instant at) {
    members.beat(HostSightings.service(LAMBDA), host, note, at, at.plusSeconds(3_600));
  }

  /** Registry that is unavailable. */
  private static final class AwayRegistry implements MemberRegistry {
    @Override
    public void beat(String service, String member, String note, Instant now, Instant until) {
      throw away();
    }

    @Override
    public boolean replace(
        String service, String member, Optional<Sighting> seen, Sighting next, Instant until) {
      throw away();
    }

    @Override
    public void leave(String service, String member) {
      throw away();
    }

    @Override
    public SortedMap<String, Sighting> seen(String service, Instant since) {
      throw away();
    }

    private static StoreUnavailableException away() {
      return new StoreUnavailableException("away", new IllegalStateException());
    }
  }
}
