package dev.atf.hsc.result;

import dev.atf.model.Attempt;
import dev.atf.model.Failure;
import dev.atf.model.Payload;
import dev.atf.model.history.Notes;
import dev.atf.model.lambda.Limits;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ScheduleRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an executor, or the host that saw it die, says of one attempt.
 *
 * @param number of the attempt, as it was told with the claim
 * @param digest the same for every repetition of this report, another one for another outcome
 * @param notes what the handler said and no heartbeat has told
 */
public record Report(Attempt attempt, int number, String digest, What what, Notes notes) {

  /** Tells whether the executor's host says it, and not the executor. */
  boolean isOfADeath() {
    return what instanceof What.ExecutorDied;
  }

  /** The handler's answer, or that it was never asked, or that nobody can ask it any more. */
  public sealed interface What {
    /**
     * @param children what the handler scheduled, and nothing waits for
     * @param joins what it scheduled besides, with what waits for it
     */
    record Success(
        Payload result, List<ScheduleRequest> children, List<AttemptResult.Success.Join> joins)
        implements What {
      public Success {
        children = List.copyOf(children);
        joins = List.copyOf(joins);
      }

      public Success(Payload result) {
        this(result, List.of(), List.of());
      }

      /** Everything that it brings with it. */
      public Stream<ScheduleRequest> born() {
        return Stream.concat(
            children.stream(),
            joins.stream()
                .flatMap(
                    join ->
                        Stream.concat(join.getChildrenList().stream(), Stream.of(join.getThen()))));
      }

      boolean hasNoChildren() {
        return children.isEmpty() && joins.isEmpty();
      }

      boolean tooLarge() {
        return size() > Limits.RESULT_BYTES_MAX;
      }

      boolean storedApart() {
        return size() > Limits.INLINE_RESULT_BYTES_MAX;
      }

      int size() {
        return result.bytes().length + result.contentType().getBytes(StandardCharsets.UTF_8).length;
      }

      @Override
      public String label() {
        return "success";
      }
    }

    /**
     * @param retryAfter empty: by the lambda's policy
     */
    record RetriableFailure(Failure failure, Optional<Duration> retryAfter) implements What {
      @Override
      public String label() {
        return "retriable_failure";
      }
    }

    record FatalFailure(Failure failure) implements What {
      @Override
      public String label() {
        return "fatal_failure";
      }
    }

    record Cancelled() implements What {
      @Override
      public String label() {
        return "cancelled";
      }
    }

    /**
     * Said by the host of the executor.
     *
     * @param how its process ended
     * @param details its last output
     */
    record ExecutorDied(String how, String details) implements What {
      @Override
      public String label() {
        return "executor_died";
      }
    }

    record Returned(String reason) implements What {
      @Override
      public String label() {
        return "returned";
      }
    }

    /** For metrics and logs. */
    String label();
  }
}
