package dev.atf.simulation.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.task.TaskEvent;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that the claim protocol keeps its laws in every history, and not without its guards. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClaimProtocolContract {
  private static final Logger log = LoggerFactory.getLogger(ClaimProtocolContract.class);

  abstract CleanSearches searches();

  @BeforeAll
  void tell() {
    searches()
        .results()
        .forEach(
            (scenario, result) ->
                log.info(
                    "{}: states={} steps={} depth={}",
                    scenario.name(),
                    result.states(),
                    result.steps(),
                    result.depth()));
  }

  @Test
  @Tag("CN1")
  void everyLawHoldsInEveryHistoryAndEveryHistoryCanEnd() {
    searches()
        .results()
        .forEach(
            (scenario, result) -> assertThat(result.violation()).as(scenario.name()).isEmpty());
  }

  @Test
  void everyEventHappens() {
    assertThat(searches().taken())
        .isEqualTo(
            EnumSet.complementOf(
                EnumSet.of(
                    TaskEvent.SCHEDULE,
                    TaskEvent.SCHEDULE_EXPRESS,
                    TaskEvent.SCHEDULE_WAITING,
                    TaskEvent.ABANDON)));
  }

  /**
   * Removes each guard with as few others as make a difference: alone, if it ever refused something
   * alone.
   */
  @Test
  @Tag("system")
  void withoutAnyGuardALawIsBroken() {
    var missing =
        searches().guards().entrySet().stream()
            .flatMap(
                guards -> guards.getValue().stream().map(one -> new Missing(guards.getKey(), one)))
            .filter(one -> !searches().refusalsBy(one.event(), one.guard()).isEmpty())
            .toList();

    var broken = missing.parallelStream().map(this::broken).toList();

    for (int i = 0; i < missing.size(); i++) {
      assertThat(broken.get(i)).as("%s", missing.get(i)).isPresent();
      log.info("{} without {}", missing.get(i).event(), broken.get(i).get());
    }
  }

  final void assertMissed(TaskEvent event, String guard) {
    assertThat(broken(new Missing(event, guard))).as("%s without %s", event, guard).isPresent();
  }

  private record Missing(TaskEvent event, String guard) {}

  private Optional<String> broken(Missing missing) {
    var event = missing.event();
    return searches().refusalsBy(event, missing.guard()).stream()
        .flatMap(
            refusal ->
                searches().scenarios(event, refusal).stream()
                    .map(scenario -> without(event, refusal, scenario)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> without(TaskEvent event, Set<String> guards, Scenario scenario) {
    return Search.of(scenario, new Cut(Set.of(event), guards))
        .violation()
        .map(violation -> guards + ", " + scenario.name() + ": " + violation);
  }
}
