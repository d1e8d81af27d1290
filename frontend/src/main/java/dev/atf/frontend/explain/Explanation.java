package dev.atf.frontend.explain;

import dev.atf.frontend.task.NoticeLines;
import dev.atf.model.Association;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ExplainTaskResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Explanation of a task's state.
 *
 * @param reasons never empty; the most important first
 */
public record Explanation(List<Reason> reasons) {
  /**
   * @param message a clause, with numbers, that can stand alone
   * @param since null if that is not known
   * @param until when it ends by itself; null if it does not, or that is not known
   * @param remedy what ends it, as a clause with commands; empty: what its code says of all tasks
   */
  public record Reason(
      ExplainCode code,
      String message,
      @Nullable Instant since,
      @Nullable Instant until,
      String remedy) {
    public Reason(
        ExplainCode code, String message, @Nullable Instant since, @Nullable Instant until) {
      this(code, message, since, until, "");
    }

    public Reason withRemedy(String other) {
      return new Reason(code, message, since, until, other);
    }

    ExplainTaskResponse.Reason proto(String endedBy) {
      var proto =
          ExplainTaskResponse.Reason.newBuilder()
              .setCode(code.name())
              .setMessage(message)
              .setRemedy(sentence(endedBy));
      Optional.ofNullable(since).ifPresent(at -> proto.setSince(ProtoTimes.proto(at)));
      Optional.ofNullable(until).ifPresent(at -> proto.setUntil(ProtoTimes.proto(at)));
      return proto.build();
    }

    Reason(ExplainCode code, String message) {
      this(code, message, null, null);
    }

    Reason(ExplainCode code, String message, @Nullable Instant since) {
      this(code, message, since, null);
    }
  }

  public static Explanation of(List<Reason> reasons) {
    return new Explanation(List.copyOf(reasons));
  }

  static Explanation of(Facts facts, Instant now) {
    var reasons =
        new ArrayList<>(
            switch (facts.task().status()) {
              case NEW, ENQUEUED, RETRIABLE_FAILURE, BLOCKED ->
                  new PendingReasons(facts, now).all();
              case CLAIMED, PROCESSING -> new RunningReasons(facts, now).all();
              case SUCCESS, FATAL_FAILURE, CANCELLED -> List.of(FinishedReason.of(facts));
            });
    unsettled(facts.task()).ifPresent(reasons::add);
    reasons.addAll(notices(facts.task()));
    routed(facts.task()).ifPresent(reasons::add);
    facts.origin().origin().ifPresent(reasons::add);
    child(facts.task()).ifPresent(reasons::add);
    return new Explanation(List.copyOf(reasons));
  }

  private static Optional<Reason> unsettled(Association task) {
    int count = task.children().pendingCount();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            new Reason(
                ExplainCode.CHILDREN_PENDING,
                "%d of its children are perhaps not made yet".formatted(count),
                task.finishedAt()));
  }

  private static Optional<Reason> routed(Association task) {
    var header = task.header();
    return Optional.ofNullable(header.routedBy())
        .map(by -> new Reason(ExplainCode.ROUTED, by.chose(header.lambda()), header.createdAt()));
  }

  private static List<Reason> notices(Association task) {
    return NoticeLines.of(task)
        .map(
            line ->
                new Reason(
                    line.due() ? ExplainCode.NOTICE_DUE : ExplainCode.NOTICE_MADE,
                    line.text(),
                    task.finishedAt()))
        .toList();
  }

  private static Optional<Reason> child(Association task) {
    return Optional.ofNullable(task.header().parent())
        .map(
            parent ->
                new Reason(
                    ExplainCode.CHILD_OF_TASK,
                    "it is child %d of task %s, which scheduled it with its success"
                        .formatted(parent.child(), parent.taskId())));
  }

  /** Returns the first reason, as one sentence, with its remedy if that is one of its own. */
  public String summary() {
    var first = reasons.get(0);
    return sentence(first.message() + (first.remedy().isEmpty() ? "" : "; " + first.remedy()));
  }

  /** Returns the reasons in protocol form; each of them has a remedy of its own. */
  public List<ExplainTaskResponse.Reason> proto() {
    return reasons.stream().map(reason -> reason.proto(reason.remedy())).toList();
  }

  static String sentence(String clause) {
    var end = clause.endsWith(".") ? "" : ".";
    return clause.substring(0, 1).toUpperCase(Locale.ROOT) + clause.substring(1) + end;
  }
}
