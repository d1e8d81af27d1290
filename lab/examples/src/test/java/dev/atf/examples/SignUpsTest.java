package dev.atf.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.embedded.Atf;
import dev.atf.examples.SignUps.Member;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testtime.TestTimeouts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SignUpsTest {
  @TempDir private Path directory;

  @Test
  void theNextStartWelcomesThoseWhoSignedUpBeforeACrash() throws Exception {
    String waiting;
    try (var atf = Atf.open(directory)) {
      var unused = atf.client().registerLambda(lambda());
      waiting = SignUps.signUp(atf.client(), new Member("Ada")).taskId();
    }

    SignUps.main(new String[] {directory.toString(), "Bob"});

    try (var atf = SignUps.open(directory)) {
      assertThat(atf.client().await(waiting, TestTimeouts.STALL).resultAs(String.class))
          .isEqualTo("Welcome, Ada");
      assertThat(SignUps.signUp(atf.client(), new Member("Bob")).created()).isFalse();
    }
  }

  private static Lambda lambda() {
    return Lambda.newBuilder().setName(SignUps.WELCOME).build();
  }
}
