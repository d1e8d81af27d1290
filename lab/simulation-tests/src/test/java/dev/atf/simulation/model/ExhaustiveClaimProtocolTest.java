package dev.atf.simulation.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.task.TaskEvent;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches all scenarios, and checks which guards they distinguish. */
@Tag("system")
final class ExhaustiveClaimProtocolTest extends ClaimProtocolContract {
  private static final CleanSearches SEARCHES = new CleanSearches(Scenarios.all());

  @Override
  CleanSearches searches() {
    return SEARCHES;
  }

  /** Removes the guards that refuse more here than in the brief scenarios. */
  @ParameterizedTest
  @CsvSource({
    "CLAIM_AND_MOVE_ALARM, ScheduledBy",
    "EXPIRE, CancelNotRequested",
    "EXPIRE_CANCELLED, LeaseUntilIs",
    "UNBLOCK, EpochIs",
  })
  void withoutAGuardOfLongHistoriesALawIsBroken(TaskEvent event, String guard) {
    assertMissed(event, guard);
  }

  /** Removes each guard; {@link ClaimProtocolTest} does so in the brief scenarios. */
  @Override
  @Test
  @Tag("nightly")
  void withoutAnyGuardALawIsBroken() {
    super.withoutAnyGuardALawIsBroken();
  }

  /**
   * Lists guards whose removal alone changes nothing, because others refuse the same writes, with
   * the smallest sets of those others.
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
            BLOCK ClaimIs: EpochIs
            BLOCK EpochIs: ClaimIs
            EXPIRE EpochIs: LeaseUntilIs
            EXPIRE_FATALLY EpochIs: LeaseUntilIs
            RUN_NOW EpochIs: StatusIn
            RUN_NOW StatusIn: EpochIs
            REDRIVE StatusIn: EpochIs
            """);
  }

  /** Lists guards that refuse nothing in the model; the contract suites test them. */
  @Test
  void someGuardsRefuseNothingHere() {
    assertThat(lines(true))
        .isEqualTo(
            """
            CLAIM_AND_MOVE_ALARM DeadlineAfter
            CLAIM_AND_MOVE_ALARM LambdaIs
            SUCCEED OnFinishIs
            SUCCEED_WITH_CHILDREN DeadlineAfter
            SUCCEED_WITH_CHILDREN LambdaIs
            SUCCEED_WITH_CHILDREN OnFinishIs
            SETTLE AlarmAtIs
            SETTLE EpochIs
            SETTLE StatusIn
            FAIL_RETRIABLY LambdaIs
            FAIL_FATALLY OnFinishIs
            CONFIRM_CANCEL OnFinishIs
            RETURN LambdaIs
            BLOCK LambdaIs
            EXPIRE_FATALLY OnFinishIs
            EXPIRE_CANCELLED CancelRequested
            EXPIRE_CANCELLED EpochIs
            EXPIRE_CANCELLED OnFinishIs
            GIVE_UP OnFinishIs
            DROP OnFinishIs
            CANCEL OnFinishIs
            REDRIVE OutboxEmpty
            """);
  }

  private static String lines(boolean idle) {
    var lines = new StringBuilder();
    SEARCHES
        .guards()
        .forEach(
            (event, guards) ->
                guards.forEach(
                    guard -> {
                      var refusals = SEARCHES.refusalsBy(event, guard);
                      if (refusals.isEmpty() == idle && !refusals.contains(Set.of(guard))) {
                        lines.append(event).append(' ').append(guard);
                        lines.append(idle ? "" : ": " + others(event, guard)).append('\n');
                      }
                    }));
    return lines.toString();
  }

  private static String others(TaskEvent event, String guard) {
    var rest = new TreeSet<>(SEARCHES.refusalsBy(event, guard).get(0));
    rest.remove(guard);
    return String.join("+", rest);
  }
}
