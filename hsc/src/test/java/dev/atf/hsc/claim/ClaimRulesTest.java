package dev.atf.hsc.claim;

import static dev.atf.hsc.States.CLAIM;
import static dev.atf.hsc.States.EPOCH;
import static dev.atf.hsc.States.EXECUTOR;
import static dev.atf.hsc.States.LAMBDA;
import static dev.atf.hsc.States.NOW;
import static dev.atf.hsc.States.OTHER_CLAIM;
import static dev.atf.hsc.States.OTHER_EXECUTOR;
import static dev.atf.hsc.States.OTHER_LAMBDA;
import static dev.atf.hsc.States.TASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.hsc.States;
import dev.atf.hsc.claim.ClaimRules.Decision;
import dev.atf.hsc.claim.ClaimRules.Decision.Refusal;
import dev.atf.model.Attempt;
import dev.atf.model.Lease;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.protocol.v1.ClaimRefusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ClaimRulesTest {
  private static final Instant LEASE_UNTIL = NOW.plusSeconds(30);
  private static final Instant DUE = NOW;
  private static final Instant NOT_DUE = NOW.plusMillis(7);
  private static final Instant DEADLINE_AHEAD = NOW.plusMillis(1);
  private static final Instant DEADLINE_PASSED = NOW;
  private static final Instant ALARM_LATE = LEASE_UNTIL.plusMillis(1);
  private static final ClaimRules RULES =
      new ClaimRules(
          new Attempt(new TaskRef(TASK, EPOCH), CLAIM), LAMBDA, EXECUTOR, NOW, LEASE_UNTIL);

  @Test
  void aTaskThatDoesNotExistIsStale() {
    assertThat(RULES.decide(Optional.empty())).isEqualTo(Refusal.of(Reason.STALE));
  }

  @Test
  void everyStateThatRefusesAClaimIsDecidedAsTheTableSays() {
    var refused = new ArrayList<Association>();
    forEveryState(
        task -> {
          if (!RULES.claim().failing(task).isEmpty()) {
            assertThat(RULES.decide(Optional.of(task))).as("%s", task).isEqualTo(expected(task));
            refused.add(task);
          }
        });

    // All of the 3,456 but what the claim takes: enqueued, ours to take, any lease, alarm in time.
    assertThat(refused).hasSize(3_456 - 4);
  }

  @Test
  void theAlarmIsMovedOnlyWhereThatClaimIsGranted() {
    forEveryState(
        task -> {
          if (!RULES.claim().failing(task).isEmpty()) {
            var decision = RULES.decide(Optional.of(task));
            assertThat(decision instanceof Decision.MoveAlarm)
                .as("%s", task)
                .isEqualTo(RULES.claimAndMoveAlarm().failing(task).isEmpty());
          }
        });
  }

  private static Decision expected(Association task) {
    boolean thisEpoch = task.epoch() == EPOCH;
    boolean thisLambda = task.header().lambda().equals(LAMBDA);
    boolean ours = States.lease(CLAIM, EXECUTOR).equals(task.lease());
    boolean runs = task.status() == TaskStatus.CLAIMED || task.status() == TaskStatus.PROCESSING;
    if (thisEpoch && thisLambda && ours && runs) {
      return new Decision.Ours(task);
    }
    if (!thisEpoch || task.status() != TaskStatus.ENQUEUED || task.cancelRequested()) {
      return Refusal.of(Reason.STALE);
    }
    if (!thisLambda) {
      return Refusal.of(Reason.WRONG_LAMBDA);
    }
    if (task.header().deadline().equals(DEADLINE_PASSED)) {
      return Refusal.of(Reason.DEADLINE_EXCEEDED);
    }
    if (task.header().scheduledAt().equals(NOT_DUE)) {
      return Refusal.of(Reason.NOT_DUE).retryAfter(Duration.ofMillis(7));
    }
    return new Decision.MoveAlarm();
  }

  private static void forEveryState(Consumer<Association> check) {
    List<@Nullable Lease> leases =
        Arrays.asList(
            null,
            States.lease(CLAIM, EXECUTOR),
            States.lease(CLAIM, OTHER_EXECUTOR),
            States.lease(OTHER_CLAIM, EXECUTOR));
    List<@Nullable Instant> alarms = Arrays.asList(null, LEASE_UNTIL, ALARM_LATE);
    for (var status : TaskStatus.values()) {
      for (long epoch : new long[] {EPOCH, EPOCH + 1}) {
        for (var lambda : List.of(LAMBDA, OTHER_LAMBDA)) {
          for (var scheduledAt : List.of(DUE, NOT_DUE)) {
            for (var deadline : List.of(DEADLINE_AHEAD, DEADLINE_PASSED)) {
              for (boolean cancel : new boolean[] {false, true}) {
                for (var alarm : alarms) {
                  for (var lease : leases) {
                    check.accept(
                        States.task(
                            lambda,
                            scheduledAt,
                            deadline,
                            status,
                            epoch,
                            2,
                            cancel,
                            alarm,
                            lease,
                            null));
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
