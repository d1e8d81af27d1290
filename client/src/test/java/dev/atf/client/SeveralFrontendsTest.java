package dev.atf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.atf.client.SmallFrontend.Fault;
import io.grpc.Status;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a client that knows two frontends and tries each call twice. */
final class SeveralFrontendsTest {
  private SmallFrontend one = new SmallFrontend();
  private SmallFrontend other = new SmallFrontend();
  private final AtfClient atf =
      AtfClient.builder(one.target() + ", " + other.target()).triesMax(2).build();

  @AfterEach
  void stop() {
    atf.close();
    one.close();
    other.close();
  }

  @Test
  void theSecondTryGoesToTheOtherFrontend() {
    one.failNext(Fault.REQUEST_LOST);
    other.failNext(Fault.REQUEST_LOST);

    assertThatThrownBy(() -> atf.schedule(TaskSpec.of("resize"))).isInstanceOf(AtfException.class);

    assertThat(one.calls()).isEqualTo(1);
    assertThat(other.calls()).isEqualTo(1);
  }

  @Test
  void callsStayWithTheFrontendThatAnswers() {
    atf.schedule(TaskSpec.of("resize"));
    var used = one.calls() == 1 ? one : other;
    var unused = used == one ? other : one;

    used.failNext(Fault.REQUEST_LOST);
    for (int i = 0; i < 3; i++) {
      atf.schedule(TaskSpec.of("resize"));
    }

    assertThat(used.calls()).isEqualTo(2);
    assertThat(unused.calls()).isEqualTo(3);
  }

  @Test
  void aRefusalIsFinalAndDoesNotLeadAway() {
    atf.schedule(TaskSpec.of("resize"));
    var used = one.calls() == 1 ? one : other;
    used.failNext(Fault.REFUSED);

    assertThatThrownBy(() -> atf.schedule(TaskSpec.of("resize"))).isInstanceOf(AtfException.class);
    atf.schedule(TaskSpec.of("resize"));

    assertThat(used.calls()).isEqualTo(3);
  }

  @Test
  void aCallThatIsResetIsAnsweredByTheOtherFrontend() {
    atf.schedule(TaskSpec.of("resize"));
    var used = one.calls() == 1 ? one : other;
    var unused = used == one ? other : one;
    used.failNext(Fault.RESET);

    var scheduled = atf.schedule(TaskSpec.of("resize").idempotencyKey("k"));

    assertThat(scheduled.taskId()).isEqualTo("resize/k");
    assertThat(used.tasks).containsKey("resize/k");
    assertThat(used.calls()).isEqualTo(2);
    assertThat(unused.calls()).isEqualTo(1);
  }

  @Test
  void aCallThatEveryFrontendResetsHasAnUnknownOutcome() {
    one.failNext(Fault.RESET);
    other.failNext(Fault.RESET);

    var thrown =
        catchThrowableOfType(AtfException.class, () -> atf.schedule(TaskSpec.of("resize")));

    assertThat(thrown.code()).isEqualTo(Status.Code.CANCELLED);
    assertThat(thrown.isWithoutAnswer()).isTrue();
    assertThat(one.calls()).isEqualTo(1);
    assertThat(other.calls()).isEqualTo(1);
  }

  @Test
  void aSilentFrontendCostsOneTry() {
    one.failNext(Fault.SILENCE);
    other.failNext(Fault.SILENCE);
    try (var hasty =
        AtfClient.builder(one.target() + "," + other.target())
            .callTimeout(Duration.ofSeconds(1))
            .triesMax(3)
            .build()) {
      // The third try reaches the first frontend again, which answers now.
      assertThat(hasty.schedule(TaskSpec.of("resize").idempotencyKey("k")).taskId())
          .isEqualTo("resize/k");
    }
    assertThat(one.calls() + other.calls()).isEqualTo(3);
  }

  @Test
  void oneThatIsGoneIsNotCalledInPlaceOfASlowOne() {
    other.close();
    try (var hasty =
        AtfClient.builder(one.target() + "," + other.target())
            .callTimeout(Duration.ofSeconds(1))
            .triesMax(3)
            .build()) {
      one.failNext(Fault.SILENCE);
      // The second try, at the latest, finds that the other frontend is gone.
      hasty.schedule(TaskSpec.of("resize"));
      int before = one.calls();

      one.failNext(Fault.SILENCE);
      hasty.schedule(TaskSpec.of("resize"));

      assertThat(one.calls() - before).isEqualTo(2);
    }
  }

  @Test
  void frontendsThatCameBackAreCalledAtOnce() {
    for (int i = 0; i < 3; i++) {
      one.close();
      assertThatCode(() -> atf.schedule(TaskSpec.of("resize"))).doesNotThrowAnyException();
      one = new SmallFrontend(one.port());
      other.close();
      assertThatCode(() -> atf.schedule(TaskSpec.of("resize"))).doesNotThrowAnyException();
      other = new SmallFrontend(other.port());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://one:8080,", "http://one:8080,two:8080", ","})
  void everyTargetIsChecked(String targets) {
    assertThatThrownBy(() -> AtfClient.builder(targets))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(expected: http://host:port or https://host:port)");
  }
}
