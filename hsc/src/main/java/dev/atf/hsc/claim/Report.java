package dev.atf.hsc.claim;

import dev.atf.hsc.condition.BlockRequest;
import dev.atf.model.Attempt;
import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Payload;
import dev.atf.model.check.Limits;
import dev.atf.model.task.Notes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ScheduleRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Report of an executor, or of the host that saw it die, about one attempt.
 *
 * @param number of the attempt, from the claim
 * @param digest equal for every repetition of this report, different for another outcome
 * @param notes of the handler that no heartbeat has carried
 */
public record Report(Attempt attempt, int number, String digest, What what, Notes notes) {

  /** Returns whether the executor's host reports, and not the executor. */
  boolean isOfADeath() {
    return what instanceof What.ExecutorDied;
  }

  /** Outcome of an attempt: the handler's answer, or why there is none. */
  public sealed interface What {
    /**
     * @param children child tasks that nothing waits for
     * @param joins child tasks that another task waits for, with that task
     */
    record Success(
        Payload result, List<ScheduleRequest> children, List<AttemptResult.Success.Join> joins)
        implements What {
      /** Longest media type: a result of the greatest length has room for it in its item. */
      private static final int TYPE_BYTES_MAX = 1024;

      public Success {
        children = List.copyOf(children);
        joins = List.copyOf(joins);
      }

      public Success(Payload result) {
        this(result, List.of(), List.of());
      }

      /** Returns all tasks that the success schedules. */
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

      /** Returns whether it cannot be stored; the executor counts as this does. */
      boolean tooLarge() {
        return result.bytes().length > Limits.RESULT_BYTES_MAX || typeBytes() > TYPE_BYTES_MAX;
      }

      boolean storedApart() {
        return size() > Limits.INLINE_RESULT_BYTES_MAX;
      }

      int size() {
        return result.bytes().length + typeBytes();
      }

      private int typeBytes() {
        return result.contentType().getBytes(StandardCharsets.UTF_8).length;
      }

      @Override
      public String label() {
        return "success";
      }
    }

    /**
     * @param retryAfter delay; empty: by the lambda's policy
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

    /** The attempt cannot go on until a condition has cleared. */
    record Blocked(BlockRequest on) implements What {
      @Override
      public String label() {
        return "blocked";
      }
    }

    record Cancelled() implements What {
      @Override
      public String label() {
        return "cancelled";
      }
    }

    /**
     * Death of the executor's process, reported by its host.
     *
     * @param how the process ended
     * @param details its last output
     */
    record ExecutorDied(String how, String details) implements What {
      @Override
      public String label() {
        return "executor_died";
      }
    }

    record Returned(String reason) implements What {
      /** Returns whether the handler was called, and ended by a drain of its executor. */
      boolean isDrain() {
        return reason.equals(FrameworkFailure.EXECUTOR_DRAINED.name());
      }

      /** Returns how the attempt ended, for a task that is cancelled by now. */
      String how() {
        return (isDrain() ? "its executor ended: " : "it was given back unstarted: ") + reason;
      }

      @Override
      public String label() {
        return "returned";
      }
    }

    /** Returns the name of the outcome in metrics and logs. */
    String label();
  }
}
