package dev.atf.store.memory;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.MemberRegistryContract;
import dev.atf.store.Stores;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class InMemoryMemberRegistryTest extends MemberRegistryContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }

  @Test
  @Tag("T19")
  void forgottenMembersAreDeleted() {
    var members = new InMemoryMemberRegistry();
    for (int i = 0; i < 100; i++) {
      members.beat("logs", "task-" + i, "", NOW, NOW.plusSeconds(60));
    }
    members.beat("logs", "later", "", NOW.plusSeconds(61), NOW.plusSeconds(200));
    var next = new Sighting(NOW.plusSeconds(122), "");
    members.replace("logs", "next", Optional.empty(), next, NOW.plusSeconds(200));

    assertThat(members.alive("logs", Instant.EPOCH)).containsExactly("later", "next");
  }
}
