package dev.atf.hsc.claim;

import static dev.atf.hsc.States.CLAIM;
import static dev.atf.hsc.States.EPOCH;
import static dev.atf.hsc.States.EXECUTOR;
import static dev.atf.hsc.States.LAMBDA;
import static dev.atf.hsc.States.NOW;
import static dev.atf.hsc.States.OTHER_CLAIM;
import static dev.atf.hsc.States.OTHER_LAMBDA;
import static dev.atf.hsc.States.TASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.hsc.States;
import dev.atf.hsc.claim.ResultDecision.Next;
import dev.atf.hsc.claim.ResultDecision.Verdict;
import dev.atf.hsc.lambda.Terms;
import dev.atf.model.Attempt;
import dev.atf.model.Failure;
import dev.atf.model.Lease;
import dev.atf.model.Payload;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ResultDecisionTest {
  private static final String DIGEST = "0123456789abcdef";
  private static final int ATTEMPT = 2;
  private static final int LAST_ATTEMPT = 10;
  private static final Instant NEAR = NOW.plusMillis(500);
  private static final RandomGenerator LONGEST_BACKOFF = () -> -1;
  private static final Instant FAR = NOW.plusSeconds(86_400);
  private static final Failure FAILURE = new Failure("BROKEN", "it broke", "trace", true);

  /** Every kind of report; the retry asks for a delay that ends after the near deadline. */
  private enum Kind {
    INLINE,
    APART,
    TOO_LARGE,
    RETRIABLE,
    FATAL,
    CANCELLED,
    RETURNED,
    DRAINED,
    DIED;

    Report report() {
      return new Report(
          new Attempt(new TaskRef(TASK, EPOCH), CLAIM), ATTEMPT, DIGEST, what(), Notes.NONE);
    }

    private Report.What what() {
      return switch (this) {
        case INLINE -> success(10);
        case APART -> success(Limits.INLINE_RESULT_BYTES_MAX + 1);
        case TOO_LARGE -> success(Limits.RESULT_BYTES_MAX + 1);
        case RETRIABLE ->
            new Report.What.RetriableFailure(FAILURE, Optional.of(Duration.ofSeconds(2)));
        case FATAL -> new Report.What.FatalFailure(FAILURE);
        case CANCELLED -> new Report.What.Cancelled();
        case RETURNED -> new Report.What.Returned("DRAINING");
        case DRAINED -> new Report.What.Returned("EXECUTOR_DRAINED");
        case DIED -> new Report.What.ExecutorDied("killed by signal 9 (SIGKILL)", "");
      };
    }

    private static Report.What success(int bytes) {
      return new Report.What.Success(new Payload(new byte[bytes], ""));
    }
  }

  private final ResultDecision decision =
      new ResultDecision(
          new Terms(
              LambdaDefinition.withDefaults(LAMBDA, NOW),
              LeaseTimes.DEFAULT.lease(),
              LeaseTimes.DEFAULT,
              List.of()),
          EXECUTOR,
          ReturnDelay.DEFAULT,
          (at, deadline) -> at,
          NOW,
          false,
          LONGEST_BACKOFF);

  @Test
  void aTaskThatDoesNotExistIsLost() {
    for (var kind : Kind.values()) {
      assertThat(decision.from(kind.report(), Optional.empty()))
          .isEqualTo(new Next.Answer(new Verdict.LeaseLost()));
    }
  }

  @Test
  void aReportOfAClaimThatIsNotHeldIsLost() {
    forEveryState(
        (kind, task) -> {
          if (!isOurs(task)) {
            assertThat(decision.from(kind.report(), Optional.of(task)))
                .as("%s of %s", kind, task)
                .isEqualTo(new Next.Answer(new Verdict.LeaseLost()));
          }
        });
  }

  @Test
  void aClaimThatHasEndedIsAnsweredByWhatEndedIt() {
    forEveryState(
        (kind, task) -> {
          if (isOurs(task) && !isRunning(task)) {
            assertThat(decision.from(kind.report(), Optional.of(task)))
                .as("%s of %s", kind, task)
                .isEqualTo(new Next.Answer(verdictOfEnded(task)));
          }
        });
  }

  @Test
  void writesForHeldClaimsApplyAsTheTableSays() {
    forEveryState(
        (kind, task) -> {
          if (isOurs(task) && isRunning(task)) {
            var transition = written(decision.from(kind.report(), Optional.of(task)));
            assertThat(transition.failing(task)).as("%s of %s", kind, task).isEmpty();
            var after = transition.applyTo(task);
            assertThat(after.status()).as("%s of %s", kind, task).isEqualTo(expected(kind, task));
            assertThat(after.outcome()).isNotNull().extracting(Outcome::digest).isEqualTo(DIGEST);
          }
        });
  }

  @Test
  void onlyALargeResultIsStoredApartAndBeforeItsOutcome() {
    forEveryState(
        (kind, task) -> {
          if (isOurs(task) && isRunning(task)) {
            assertThat(
                    decision.from(kind.report(), Optional.of(task)) instanceof Next.StoreThenWrite)
                .isEqualTo(kind == Kind.APART);
          }
        });
  }

  @Test
  void aReportLooksFirstWhereItCannotDecideOrMustNotOverwrite() {
    for (var kind : Kind.values()) {
      var looks = decision.first(kind.report()) instanceof Next.Look;

      assertThat(looks)
          .as("%s", kind)
          .isEqualTo(Set.of(Kind.RETRIABLE, Kind.APART, Kind.DRAINED, Kind.DIED).contains(kind));
    }
  }

  private static TaskStatus expected(Kind kind, Association task) {
    return switch (kind) {
      case INLINE, APART -> TaskStatus.SUCCESS;
      case TOO_LARGE, FATAL -> TaskStatus.FATAL_FAILURE;
      case RETURNED, DRAINED -> task.cancelRequested() ? TaskStatus.CANCELLED : TaskStatus.NEW;
      case RETRIABLE, CANCELLED, DIED -> afterFailure(task);
    };
  }

  private static TaskStatus afterFailure(Association task) {
    if (task.cancelRequested()) {
      return TaskStatus.CANCELLED;
    }
    return task.attempt() < LAST_ATTEMPT && task.header().deadline().equals(FAR)
        ? TaskStatus.RETRIABLE_FAILURE
        : TaskStatus.FATAL_FAILURE;
  }

  private static Verdict verdictOfEnded(Association task) {
    var outcome = task.outcome();
    if (outcome == null || outcome.digest().isEmpty()) {
      return new Verdict.LeaseLost();
    }
    return outcome.digest().equals(DIGEST)
        ? new Verdict.Recorded(task.status())
        : new Verdict.Conflict(task.status());
  }

  private static boolean isOurs(Association task) {
    var lease = task.lease();
    return task.epoch() == EPOCH
        && task.header().lambda().equals(LAMBDA)
        && lease != null
        && lease.claimId().equals(CLAIM);
  }

  private static boolean isRunning(Association task) {
    return task.status() == TaskStatus.CLAIMED || task.status() == TaskStatus.PROCESSING;
  }

  private static Transition written(Next next) {
    if (next instanceof Next.Write write) {
      return write.transition();
    }
    if (next instanceof Next.StoreThenWrite large) {
      return large.transition();
    }
    throw new AssertionError(next + " writes nothing");
  }

  private static void forEveryState(BiConsumer<Kind, Association> check) {
    List<@Nullable Lease> leases =
        Arrays.asList(null, States.lease(CLAIM, EXECUTOR), States.lease(OTHER_CLAIM, EXECUTOR));
    List<@Nullable Outcome> outcomes =
        Arrays.asList(
            null,
            Outcome.failure("", FAILURE),
            Outcome.failure(DIGEST, FAILURE),
            Outcome.failure("fedcba9876543210", FAILURE));
    for (var kind : Kind.values()) {
      for (var status : TaskStatus.values()) {
        for (long epoch : new long[] {EPOCH, EPOCH + 1}) {
          for (var lambda : List.of(LAMBDA, OTHER_LAMBDA)) {
            for (var deadline : List.of(NOW, NEAR, FAR)) {
              for (int attempt : new int[] {ATTEMPT, ATTEMPT + 1, LAST_ATTEMPT}) {
                for (boolean cancel : new boolean[] {false, true}) {
                  for (var lease : leases) {
                    for (var outcome : outcomes) {
                      if (kind == Kind.CANCELLED && deadline.equals(NEAR)) {
                        continue; // the policy draws its delay: either side of this deadline
                      }
                      check.accept(
                          kind,
                          States.task(
                              lambda, NOW, deadline, status, epoch, attempt, cancel, null, lease,
                              outcome));
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
}
