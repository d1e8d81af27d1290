package dev.atf.frontend.explain;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.task.NoticeLines;
import dev.atf.model.task.Association;
import dev.atf.protocol.v1.ExplainTaskResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Explanation of a task's state.
 *
 * @param reasons one or more reasons, the most important first
 */
public record Explanation(List<Reason> reasons) {
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
    if (facts.task().status().finished()) {
      facts.silentConsumers().ifPresent(reasons::add);
    }
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
                "%d of its children may not exist yet".formatted(count),
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
                    "it is child %d of task %s, whose handler scheduled it"
                        .formatted(parent.child(), parent.taskId())));
  }

  /** Returns the first reason, as one sentence, with the remedy if the reason has its own. */
  public String summary() {
    var first = reasons.get(0);
    return Reason.sentence(
        first.message() + (first.remedy().isEmpty() ? "" : "; " + first.remedy()));
  }

  /** Returns the reasons in protocol form, with their own remedies. */
  public List<ExplainTaskResponse.Reason> proto() {
    return reasons.stream().map(reason -> reason.proto(reason.remedy())).toList();
  }
}
