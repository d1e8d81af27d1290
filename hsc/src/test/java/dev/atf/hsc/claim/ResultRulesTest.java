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

import com.google.protobuf.ByteString;
import dev.atf.hsc.States;
import dev.atf.hsc.claim.ResultRules.Next;
import dev.atf.hsc.lambda.EffectiveLambda;
import dev.atf.model.Attempt;
import dev.atf.model.Failure;
import dev.atf.model.Lease;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transition;
import dev.atf.model.task.WallTime;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.AttemptResult.Cancelled;
import dev.atf.protocol.v1.AttemptResult.ExecutorDied;
import dev.atf.protocol.v1.AttemptResult.RetriableFailure;
import dev.atf.protocol.v1.AttemptResult.Returned;
import dev.atf.protocol.v1.AttemptResult.Success;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.validation.TaskStatusCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ResultRulesTest {
  private static final String DIGEST = "0123456789abcdef";
  private static final int ATTEMPT = 2;
  private static final int LAST_ATTEMPT = 10;
  private static final Instant NEAR = NOW.plusMillis(500);
  private static final RandomGenerator LONGEST_BACKOFF = () -> -1;
  private static final Instant FAR = NOW.plusSeconds(86_400);
  private static final Failure FAILURE = new Failure("BROKEN", "it broke", "trace", true);

  private static final dev.atf.protocol.v1.Failure REPORTED =
      dev.atf.protocol.v1.Failure.newBuilder()
          .setCode("BROKEN")
          .setMessage("it broke")
          .setDetails("trace")
          .build();
  private static final Next LEASE_LOST = new Next.Answer(verdict(Verdict.LEASE_LOST).build());

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

    private AttemptResult result() {
      var result = AttemptResult.newBuilder().setAttempt(ATTEMPT);
      return switch (this) {
        case INLINE -> result.setSuccess(success(10)).build();
        case APART -> result.setSuccess(success(Limits.INLINE_RESULT_BYTES_MAX + 1)).build();
        case TOO_LARGE -> result.setSuccess(success(Limits.RESULT_BYTES_MAX + 1)).build();
        case RETRIABLE ->
            result
                .setRetriableFailure(
                    RetriableFailure.newBuilder()
                        .setFailure(REPORTED)
                        .setRetryAfter(ProtoTimes.proto(Duration.ofSeconds(2))))
                .build();
        case FATAL -> result.setFatalFailure(REPORTED).build();
        case CANCELLED -> result.setCancelled(Cancelled.getDefaultInstance()).build();
        case RETURNED -> result.setReturned(Returned.newBuilder().setReason("DRAINING")).build();
        case DRAINED ->
            result.setReturned(Returned.newBuilder().setReason("EXECUTOR_DRAINED")).build();
        case DIED ->
            result
                .setExecutorDied(ExecutorDied.newBuilder().setHow("killed by signal 9 (SIGKILL)"))
                .build();
      };
    }

    private static Success success(int bytes) {
      return Success.newBuilder().setResult(ByteString.copyFrom(new byte[bytes])).build();
    }
  }

  private final ResultRules.Call call =
      new ResultRules.Call(
          new EffectiveLambda(
              LambdaDefinition.withDefaults(LAMBDA, NOW),
              LeaseTimes.DEFAULT.lease(),
              LeaseTimes.DEFAULT,
              List.of()),
          EXECUTOR,
          ReturnDelay.DEFAULT,
          (at, deadline) -> at,
          new WallTime(NOW, false),
          LONGEST_BACKOFF);

  private final Map<Kind, ResultRules> rules =
      Arrays.stream(Kind.values()).collect(Collectors.toMap(Function.identity(), this::rules));

  private ResultRules rules(Kind kind) {
    var attempt = new Attempt(new TaskRef(TASK, EPOCH), CLAIM);
    return new ResultRules(call, kind.result(), attempt, DIGEST, Notes.NONE);
  }

  private Next next(Kind kind, Optional<Association> found) {
    return rules.get(kind).from(found);
  }

  @Test
  void aTaskThatDoesNotExistIsLost() {
    for (var kind : Kind.values()) {
      assertThat(next(kind, Optional.empty())).isEqualTo(LEASE_LOST);
    }
  }

  @Test
  void aReportOfAClaimThatIsNotHeldIsLost() {
    forEveryState(
        (kind, task) -> {
          if (!isOurs(task)) {
            assertThat(next(kind, Optional.of(task)))
                .as("%s of %s", kind, task)
                .isEqualTo(LEASE_LOST);
          }
        });
  }

  @Test
  void aClaimThatHasEndedIsAnsweredByWhatEndedIt() {
    forEveryState(
        (kind, task) -> {
          if (isOurs(task) && !isRunning(task)) {
            assertThat(next(kind, Optional.of(task)))
                .as("%s of %s", kind, task)
                .isEqualTo(answerAfter(task));
          }
        });
  }

  @Test
  void writesForHeldClaimsApplyAsTheTableSays() {
    forEveryState(
        (kind, task) -> {
          if (isOurs(task) && isRunning(task)) {
            var transition = written(next(kind, Optional.of(task)));
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
            assertThat(next(kind, Optional.of(task)) instanceof Next.StoreThenWrite)
                .isEqualTo(kind == Kind.APART);
          }
        });
  }

  @Test
  void aReportLooksFirstWhereItCannotDecideOrMustNotOverwrite() {
    for (var kind : Kind.values()) {
      var looks = rules.get(kind).first() instanceof Next.Read;

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

  private static Next answerAfter(Association task) {
    var outcome = task.outcome();
    if (outcome == null || outcome.digest().isEmpty()) {
      return LEASE_LOST;
    }
    var recorded = TaskStatusCodec.proto(task.status());
    return new Next.Answer(
        outcome.digest().equals(DIGEST)
            ? verdict(Verdict.RECORDED).setStatus(recorded).build()
            : verdict(Verdict.RESULT_CONFLICT).build());
  }

  private static ResultVerdict.Builder verdict(Verdict verdict) {
    return ResultVerdict.newBuilder().setVerdict(verdict);
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
