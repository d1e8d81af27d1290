package dev.atf.model.worker;

import static dev.atf.model.worker.WorkerHealth.HEALTHY;
import static dev.atf.model.worker.WorkerHealth.MUST_DIE;
import static dev.atf.model.worker.WorkerHealth.NEW;
import static dev.atf.model.worker.WorkerHealth.UNHEALTHY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.worker.WorkerHealth.WorkerFacts;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class WorkerHealthTest {
  private static final HealthTimes TIMES =
      new HealthTimes(Duration.ofSeconds(15), Duration.ofSeconds(60));

  private static final List<Boolean> BOTH = List.of(false, true);

  /** Tests the health just before and at each of the limits. */
  private static final List<Duration> SILENCES =
      List.of(
          Duration.ZERO,
          Duration.ofMillis(14_999),
          Duration.ofSeconds(15),
          Duration.ofMillis(59_999),
          Duration.ofSeconds(60),
          Duration.ofDays(1));

  @Test
  void healthFollowsFromTheFactsAlone() {
    var table =
        """
        gone=false acknowledged=false checked=false passing=false: NEW NEW NEW NEW MUST_DIE MUST_DIE
        gone=false acknowledged=false checked=false passing=true: NEW NEW NEW NEW MUST_DIE MUST_DIE
        gone=false acknowledged=false checked=true passing=false: NEW NEW NEW NEW MUST_DIE MUST_DIE
        gone=false acknowledged=false checked=true passing=true: NEW NEW NEW NEW MUST_DIE MUST_DIE
        gone=false acknowledged=true checked=false passing=false: NEW NEW NEW NEW MUST_DIE MUST_DIE
        gone=false acknowledged=true checked=false passing=true: NEW NEW NEW NEW MUST_DIE MUST_DIE
        gone=false acknowledged=true checked=true passing=false: UNHEALTHY UNHEALTHY UNHEALTHY UNHEALTHY MUST_DIE MUST_DIE
        gone=false acknowledged=true checked=true passing=true: HEALTHY HEALTHY UNHEALTHY UNHEALTHY MUST_DIE MUST_DIE
        gone=true acknowledged=false checked=false passing=false: MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE
        gone=true acknowledged=false checked=false passing=true: MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE
        gone=true acknowledged=false checked=true passing=false: MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE
        gone=true acknowledged=false checked=true passing=true: MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE
        gone=true acknowledged=true checked=false passing=false: MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE
        gone=true acknowledged=true checked=false passing=true: MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE
        gone=true acknowledged=true checked=true passing=false: MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE
        gone=true acknowledged=true checked=true passing=true: MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE MUST_DIE
        """;

    assertThat(rows()).isEqualTo(table);
  }

  @Test
  void longerSilenceNeverMakesAHostHealthier() {
    var order = List.of(HEALTHY, NEW, UNHEALTHY, MUST_DIE);
    facts()
        .forEach(
            facts -> {
              var health =
                  SILENCES.stream()
                      .map(silence -> order.indexOf(WorkerHealth.of(silent(facts, silence), TIMES)))
                      .toList();
              assertThat(health).as(facts.toString()).isSorted();
            });
  }

  @Test
  void lossIsNoEarlierThanTheEndOfALease() {
    assertThat(TIMES.withLease(Duration.ofSeconds(30))).isEqualTo(TIMES);
    assertThat(TIMES.withLease(Duration.ofSeconds(90)).lossAfter())
        .isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void aHostMayBeLostAsSoonAsItIsUnhealthy() {
    var both = Duration.ofSeconds(15);

    assertThat(new HealthTimes(both, both).lossAfter()).isEqualTo(both);
  }

  @Test
  void lossBeforeTheFirstDoubtIsRefused() {
    assertThatThrownBy(() -> new HealthTimes(Duration.ofSeconds(15), Duration.ofSeconds(14)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("lossAfter: PT14S (expected: at least unhealthyAfter)");
    assertThatThrownBy(() -> new HealthTimes(Duration.ZERO, Duration.ofSeconds(14)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("unhealthyAfter: PT0S (expected: more than 0)");
  }

  private static String rows() {
    var rows = new StringBuilder();
    facts()
        .forEach(
            facts -> {
              rows.append(
                  "gone=%s acknowledged=%s checked=%s passing=%s:"
                      .formatted(
                          facts.gone(), facts.acknowledged(), facts.checked(), facts.passing()));
              SILENCES.forEach(
                  silence ->
                      rows.append(' ').append(WorkerHealth.of(silent(facts, silence), TIMES)));
              rows.append('\n');
            });
    return rows.toString();
  }

  private static Stream<WorkerFacts> facts() {
    return BOTH.stream()
        .flatMap(
            gone ->
                BOTH.stream()
                    .flatMap(
                        acknowledged ->
                            BOTH.stream()
                                .flatMap(
                                    checked ->
                                        BOTH.stream()
                                            .map(
                                                passing ->
                                                    new WorkerFacts(
                                                        acknowledged,
                                                        Duration.ZERO,
                                                        checked,
                                                        passing,
                                                        gone)))));
  }

  private static WorkerFacts silent(WorkerFacts facts, Duration silence) {
    return new WorkerFacts(
        facts.acknowledged(), silence, facts.checked(), facts.passing(), facts.gone());
  }
}
