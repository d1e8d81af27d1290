package dev.atf.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.examples.Invitations.Guest;
import dev.atf.testkit.AtfExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class InvitationsTest {
  @RegisterExtension final AtfExtension atf = AtfExtension.withLambdas(Invitations.LAMBDA);

  @Test
  void oneThatIsRefusedDoesNotSpoilTheOthers() {
    var guests =
        List.of(new Guest("Ada", "high"), new Guest("Bob", "highest"), new Guest("Cleo", "low"));

    var refused = new Invitations(atf.client()).invite(guests);

    assertThat(refused).containsExactly("Bob: PRIORITY_UNKNOWN");
    assertThat(atf.tasks(Invitations.LAMBDA))
        .extracting(task -> task.payloadAs(Guest.class).name())
        .containsExactlyInAnyOrder("Ada", "Cleo");
  }
}
