package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
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
        .containsExactly(Map.entry("a", new MemberRegistry.Sighting(NOW.plusMillis(2), "busy=2")));
  }
}
