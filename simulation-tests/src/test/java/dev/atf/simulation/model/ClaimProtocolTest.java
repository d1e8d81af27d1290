package dev.atf.simulation.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskEvent;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The claim protocol keeps its laws in every history, and does not without its guards. */
final class ClaimProtocolTest {
  private static final Logger log = LoggerFactory.getLogger(ClaimProtocolTest.class);

  private static final CleanSearches CLEAN = new CleanSearches();

  @BeforeAll
  static void tell() {
    CLEAN
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
  void everyLawHoldsInEveryHistoryAndEveryHistoryCanEnd() {
    CLEAN
        .results()
        .forEach(
            (scenario, result) -> assertThat(result.violation()).as(scenario.name()).isEmpty());
  }

  @Test
  void everyEventHappens() {
    assertThat(CLEAN.taken())
        .isEqualTo(
            EnumSet.complementOf(
                EnumSet.of(
                    TaskEvent.SCHEDULE,
                    TaskEvent.SCHEDULE_EXPRESS,
                    TaskEvent.SCHEDULE_WAITING,
                    TaskEvent.ABANDON)));
  }

  /**
   * A guard is taken away with as few others as make a difference: for itself, if it ever refused
   * something alone.
   */
  @Test
  void withoutAnyGuardALawIsBroken() {
    CLEAN
        .guards()
        .forEach(
            (event, guards) ->
                guards.stream()
                    .filter(guard -> !CLEAN.refusalsBy(event, guard).isEmpty())
                    .forEach(guard -> isMissed(event, guard)));
  }

  private static void isMissed(TaskEvent event, String guard) {
    var found =
        CLEAN.refusalsBy(event, guard).stream()
            .flatMap(
                refusal ->
                    CLEAN.scenarios(event, refusal).stream()
                        .map(scenario -> without(event, refusal, scenario)))
            .flatMap(Optional::stream)
            .findFirst();
    assertThat(found).as("%s without %s", event, guard).isPresent();
    log.info("{} without {}", event, found.get());
  }

  private static Optional<String> without(TaskEvent event, Set<String> guards, Scenario scenario) {
    return Search.of(scenario, new Cut(Set.of(event), guards))
        .violation()
        .map(violation -> guards + ", " + scenario.name() + ": " + violation);
  }

  /**
   * Taken away alone these change nothing: what they refuse is refused by others as well, of which
   * the fewest are told.
   */
  @Test
  void someGuardsMakeUpForOneAnother() {
    assertThat(lines(false))
        .isEqualTo(
            """
            TURN EpochIs: StatusIn
            HOLD AlarmAtIs: EpochIs
            HOLD EpochIs: AlarmAtIs
            HOLD StatusIn: EpochIs
            PUSH_AGAIN EpochIs: AlarmAtIs
            CLAIM CancelNotRequested: StatusIn
            CLAIM ScheduledBy: StatusIn
            CLAIM_AND_MOVE_ALARM CancelNotRequested: StatusIn
            CLAIM_AND_MOVE_ALARM ScheduledBy: EpochIs
            HEARTBEAT ClaimIs: EpochIs
            HEARTBEAT EpochIs: ClaimIs
            LOOK_AGAIN EpochIs: AlarmAtIs
            SUCCEED ClaimIs: EpochIs
            SUCCEED EpochIs: ClaimIs
            SUCCEED_WITH_CHILDREN ClaimIs: EpochIs
            SUCCEED_WITH_CHILDREN EpochIs: ClaimIs
            FAIL_RETRIABLY AttemptIs: StatusIn
            FAIL_RETRIABLY ClaimIs: EpochIs
            FAIL_RETRIABLY EpochIs: ClaimIs
            FAIL_FATALLY AttemptIs: StatusIn
            FAIL_FATALLY ClaimIs: EpochIs
            FAIL_FATALLY EpochIs: ClaimIs
            CONFIRM_CANCEL ClaimIs: EpochIs
            CONFIRM_CANCEL EpochIs: ClaimIs
            CONFIRM_CANCEL LambdaIs: CancelRequested
            RETURN ClaimIs: EpochIs
            RETURN EpochIs: ClaimIs
            EXPIRE EpochIs: LeaseUntilIs
            EXPIRE_FATALLY EpochIs: LeaseUntilIs
            RUN_NOW EpochIs: StatusIn
            RUN_NOW StatusIn: EpochIs
            REDRIVE StatusIn: EpochIs
            """);
  }

  /** What no history of the model runs into; the contract suites hold these. */
  @Test
  void someGuardsRefuseNothingHere() {
    assertThat(lines(true))
        .isEqualTo(
            """
            CLAIM_AND_MOVE_ALARM DeadlineAfter
            CLAIM_AND_MOVE_ALARM LambdaIs
            SUCCEED_WITH_CHILDREN DeadlineAfter
            SUCCEED_WITH_CHILDREN LambdaIs
            SETTLE AlarmAtIs
            SETTLE EpochIs
            SETTLE StatusIn
            FAIL_RETRIABLY LambdaIs
            RETURN LambdaIs
            EXPIRE_CANCELLED CancelRequested
            EXPIRE_CANCELLED EpochIs
            """);
  }

  private static String lines(boolean idle) {
    var lines = new StringBuilder();
    CLEAN
        .guards()
        .forEach(
            (event, guards) ->
                guards.forEach(
                    guard -> {
                      var refusals = CLEAN.refusalsBy(event, guard);
                      if (refusals.isEmpty() == idle && !refusals.contains(Set.of(guard))) {
                        lines.append(event).append(' ').append(guard);
                        lines.append(idle ? "" : ": " + others(event, guard)).append('\n');
                      }
                    }));
    return lines.toString();
  }

  private static String others(TaskEvent event, String guard) {
    var rest = new TreeSet<>(CLEAN.refusalsBy(event, guard).get(0));
    rest.remove(guard);
    return String.join("+", rest);
  }
}
