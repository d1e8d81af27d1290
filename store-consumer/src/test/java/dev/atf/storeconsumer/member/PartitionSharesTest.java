package dev.atf.storeconsumer.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.ConsumerNote;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreUnavailableException;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.ManualClock;
import dev.atf.storeconsumer.lambda.Shard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PartitionSharesTest {
  private final ConsumerRig rig = new ConsumerRig();

  @Test
  @Tag("E2.5")
  void everythingIsOwnedByExactlyOneOfThoseWhoSeeEachOther() {
    for (int i = 0; i < 50; i++) {
      rig.register(LambdaDefinition.withDefaults(new LambdaName("lambda-" + i), rig.now()));
    }
    var consumers = List.of(rig.consumer("a"), rig.consumer("b"), rig.consumer("c"));
    consumers.forEach(ConsumerRig.Consumer::learn);

    var owned = new ArrayList<Shard>();
    consumers.forEach(consumer -> owned.addAll(consumer.shards.now()));

    assertThat(owned).hasSize(51 * 3).doesNotHaveDuplicates();
    assertThat(consumers).noneMatch(consumer -> consumer.shards.now().isEmpty());
  }

  @Test
  @Tag("F17")
  void theShareOfASilentMemberGoesToTheOthers() {
    var silent = rig.consumer("a");
    var other = rig.consumer("b");
    other.learn();
    silent.learn();
    assertThat(silent.shards.now().size() + other.shards.now().size()).isEqualTo(3);

    rig.clock.advance(Duration.ofSeconds(11));
    other.learn();

    assertThat(other.shards.now()).hasSize(3);
  }

  @Test
  void aSilentMemberWhoseClockRanAheadKeepsItsShareNoLonger() {
    rig.members.beat("store-consumer", "a", "", rig.now().plus(Duration.ofHours(1)), Instant.MAX);
    var other = rig.consumer("b");
    assertThat(other.membership.view()).containsExactly("a", "b");

    rig.clock.advance(Duration.ofSeconds(9));
    other.learn();
    assertThat(other.membership.view()).containsExactly("a", "b");
    rig.clock.advance(Duration.ofSeconds(1));
    other.learn();

    assertThat(other.membership.view()).containsExactly("b");
  }

  @Test
  void aMemberWhoseClockIsBehindLivesWhileItBeats() {
    var other = rig.consumer("b");
    for (int i = 0; i < 10; i++) {
      rig.members.beat("store-consumer", "a", "", rig.now().minusSeconds(60), Instant.MAX);
      other.learn();
      assertThat(other.membership.view().contains("a")).isEqualTo(i > 0);
      rig.clock.advance(Duration.ofSeconds(2));
    }
  }

  @Test
  void aMemberThatLeavesInOrderIsForgottenAtOnce() {
    var leaving = rig.consumer("a");
    var other = rig.consumer("b");

    leaving.membership.leave();
    other.learn();

    assertThat(other.membership.view()).containsExactly("b");
  }

  @Test
  @Tag("E2.5")
  void shareOfAMemberThatCannotWorkGoesToTheOthersThoughItBeats() {
    var unable = rig.consumer("a");
    var other = rig.consumer("b");
    unable.works = false;

    unable.learn();
    other.learn();

    assertThat(unable.shards.now()).isEmpty();
    assertThat(other.shards.now()).hasSize(3);
    unable.works = true;
    unable.learn();
    other.learn();
    assertThat(unable.membership.view()).containsExactly("a", "b");
    assertThat(other.membership.view()).containsExactly("a", "b");
  }

  @Test
  void membersOfWhomNoneCanWorkShareAsBefore() {
    var first = rig.consumer("a");
    var second = rig.consumer("b");
    first.works = false;
    second.works = false;

    first.learn();
    second.learn();
    first.learn();

    assertThat(first.membership.view()).containsExactly("a", "b");
    assertThat(second.membership.view()).containsExactly("a", "b");
  }

  @Test
  void othersReadAddressAndTimeoutOfAMember() {
    var membership =
        new Membership(
            rig.members,
            new MemberId("a"),
            new MembershipSettings(Duration.ofMinutes(5), Duration.ofMinutes(10)),
            () -> true,
            rig.clock,
            rig.clock);
    membership.announce("http://10.0.0.7:8083");

    membership.turn();

    var beat = rig.members.seen(MemberRegistry.STORE_CONSUMERS, Instant.EPOCH).get("a");
    assertThat(ConsumerNote.of(beat))
        .isEqualTo(new ConsumerNote("http://10.0.0.7:8083", true, Duration.ofMinutes(10)));
  }

  @Test
  void aRegistryThatFailsOrForgetsEverybodyKeepsTheView() {
    var registry = new FlakyRegistry();
    var membership =
        new Membership(
            registry,
            new MemberId("a"),
            new MembershipSettings(Duration.ofSeconds(2), Duration.ofSeconds(10)),
            () -> true,
            rig.clock,
            rig.clock);
    assertThat(membership.view()).containsExactly("a");
    registry.answer = new TreeSet<>(List.of("a", "b"));
    membership.turn();

    registry.answer = new TreeSet<>();
    membership.turn();
    assertThat(membership.view()).containsExactly("a", "b");

    registry.away = true;
    assertThatThrownBy(membership::turn).isInstanceOf(StoreUnavailableException.class);
    assertThat(membership.view()).containsExactly("a", "b");
  }

  private static final class FlakyRegistry implements MemberRegistry {
    private SortedSet<String> answer = new TreeSet<>();
    private boolean away;

    @Override
    public void beat(String service, String member, String note, Instant now, Instant forgottenAt) {
      if (away) {
        throw new StoreUnavailableException("cut off", new IllegalStateException());
      }
    }

    @Override
    public boolean replace(
        String service, String member, Optional<Sighting> seen, Sighting next, Instant until) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void leave(String service, String member) {}

    @Override
    public SortedMap<String, Sighting> seen(String service, Instant since) {
      var seen = new TreeMap<String, Sighting>();
      answer.forEach(member -> seen.put(member, new Sighting(ManualClock.START, "")));
      return seen;
    }
  }
}
