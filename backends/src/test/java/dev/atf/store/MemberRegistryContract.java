package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.store.MemberRegistry.Sighting;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Behaviour of every store's members. */
public abstract class MemberRegistryContract {
  private static final Instant FORGOTTEN_AT = NOW.plusSeconds(3_600);
  private final String service = SampleTasks.nextLambda() + "-service";

  protected abstract Stores stores();

  @Test
  void membersThatHaveBeatenLatelyAreAlive() {
    stores().members().beat(service, "b", "", NOW.plusMillis(1), FORGOTTEN_AT);
    stores().members().beat(service, "a", "", NOW.plusMillis(2), FORGOTTEN_AT);
    stores().members().beat(service, "silent", "", NOW, FORGOTTEN_AT);

    assertThat(stores().members().alive(service, NOW)).containsExactly("a", "b");
  }

  @Test
  void aBeatBringsASilentMemberBack() {
    stores().members().beat(service, "a", "", NOW, FORGOTTEN_AT);
    stores().members().beat(service, "a", "", NOW.plusSeconds(9), FORGOTTEN_AT);

    assertThat(stores().members().alive(service, NOW)).containsExactly("a");
  }

  @Test
  void aMemberThatLeftIsNotAlive() {
    stores().members().beat(service, "a", "", NOW.plusMillis(1), FORGOTTEN_AT);
    stores().members().beat(service, "b", "", NOW.plusMillis(1), FORGOTTEN_AT);

    stores().members().leave(service, "a");
    stores().members().leave(service, "never came");

    assertThat(stores().members().alive(service, NOW)).containsExactly("b");
  }

  @Test
  void membersOfAnotherServiceAreNotSeen() {
    stores().members().beat(service + "-other", "a", "", NOW.plusMillis(1), FORGOTTEN_AT);

    assertThat(stores().members().alive(service, NOW)).isEmpty();
  }

  @Test
  void theLastNoteOfAMemberIsSeen() {
    stores().members().beat(service, "a", "busy=1", NOW.plusMillis(1), FORGOTTEN_AT);
    stores().members().beat(service, "a", "busy=2", NOW.plusMillis(2), FORGOTTEN_AT);

    assertThat(stores().members().seen(service, NOW))
        .containsExactly(Map.entry("a", new Sighting(NOW.plusMillis(2), "busy=2")));
  }

  @Test
  void ofTwoThatReplaceTheSameRowOneWins() {
    var members = stores().members();
    var first = new Sighting(NOW.plusMillis(1), "first");
    var second = new Sighting(NOW.plusMillis(2), "second");
    var late = new Sighting(NOW.plusMillis(3), "late");

    assertThat(members.replace(service, "a", Optional.empty(), first, FORGOTTEN_AT)).isTrue();
    assertThat(members.replace(service, "a", Optional.empty(), late, FORGOTTEN_AT)).isFalse();
    assertThat(members.replace(service, "a", Optional.of(first), second, FORGOTTEN_AT)).isTrue();
    assertThat(members.replace(service, "a", Optional.of(first), late, FORGOTTEN_AT)).isFalse();

    assertThat(members.seen(service, NOW)).containsExactly(Map.entry("a", second));
  }

  @Test
  void rowThatIsForgottenIsAsGoodAsNone() {
    var members = stores().members();
    members.beat(service, "a", "old", NOW, FORGOTTEN_AT);
    var early = new Sighting(FORGOTTEN_AT.minusSeconds(1), "early");
    var next = new Sighting(FORGOTTEN_AT, "next");
    var later = FORGOTTEN_AT.plusSeconds(3_600);

    assertThat(members.replace(service, "a", Optional.empty(), early, later)).isFalse();
    assertThat(members.replace(service, "a", Optional.empty(), next, later)).isTrue();
    assertThat(members.replace(service, "a", Optional.empty(), next, later)).isFalse();

    assertThat(members.seen(service, NOW)).containsExactly(Map.entry("a", next));
  }

  @Test
  void rowOfTheSameTimeAndAnotherNoteIsAnotherRow() {
    var members = stores().members();
    members.beat(service, "a", "stored", NOW.plusMillis(1), FORGOTTEN_AT);
    var other = new Sighting(NOW.plusMillis(1), "other");

    assertThat(members.replace(service, "a", Optional.of(other), other, FORGOTTEN_AT)).isFalse();
    members.leave(service, "a");
    assertThat(members.replace(service, "a", Optional.of(other), other, FORGOTTEN_AT)).isFalse();

    assertThat(members.seen(service, NOW)).isEmpty();
  }
}
