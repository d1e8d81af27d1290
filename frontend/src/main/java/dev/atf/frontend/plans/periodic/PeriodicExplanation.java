package dev.atf.frontend.plans.periodic;

import dev.atf.frontend.explain.ClosedGates;
import dev.atf.frontend.explain.Explanation;
import dev.atf.frontend.explain.StoreConsumerReports;
import dev.atf.frontend.explain.TaskExplanation;
import dev.atf.frontend.plans.UnreadablePlan;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.row.Plan;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ExplainPeriodicResponse;
import dev.atf.store.plans.UnreadablePlanException;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Explains why a periodic task does not fire, or why its fires do not run. */
final class PeriodicExplanation {
  private static final Set<ExplainCode> ENDED =
      Set.of(ExplainCode.SUCCEEDED, ExplainCode.CANCELLED, ExplainCode.DROPPED, ExplainCode.DEAD);

  private final TaskExplanation tasks;
  private final ClosedGates gates;
  private final StoreConsumerReports consumers;

  @Inject
  PeriodicExplanation(TaskExplanation tasks, ClosedGates gates, StoreConsumerReports consumers) {
    this.tasks = tasks;
    this.gates = gates;
    this.consumers = consumers;
  }

  ExplainPeriodicResponse explain(Plan row, Instant now) {
    var explanation = Explanation.of(reasons(row, now));
    return ExplainPeriodicResponse.newBuilder()
        .setSummary(explanation.summary())
        .addAllReasons(explanation.proto())
        .build();
  }

  private List<Reason> reasons(Plan row, Instant now) {
    try {
      return reasons(PeriodicTasks.found(row), now);
    } catch (UnreadablePlanException e) {
      return List.of(UnreadablePlan.reason(e, "it does not fire"));
    }
  }

  private List<Reason> reasons(PeriodicTasks.Found found, Instant now) {
    var task = found.task();
    var state = found.state();
    var reasons = new ArrayList<Reason>();
    if (state.paused()) {
      reasons.add(
          reason(
              ExplainCode.PERIODIC_PAUSED,
              "periodic task %s of lambda %s is paused and does not fire"
                  .formatted(task.name(), task.lambda()),
              "resume it with "
                  + ShellCommands.atf("periodic resume", task.lambda(), task.name())));
    }
    reasons.addAll(gates.of(task.lambda(), task.collection(), now));
    var last = last(found, now);
    boolean lastHolds =
        task.overlap() != Overlap.ALLOW
            && last.filter(PeriodicExplanation::isUnfinished).isPresent();
    if (lastHolds) {
      last.ifPresent(reasons::add);
    }
    if (!state.paused()) {
      consumers.silent(now).ifPresent(reasons::add);
      reasons.add(next(found, now));
    }
    if (!lastHolds) {
      last.ifPresent(reasons::add);
    }
    if (state.skippedCount() + state.missedCount() > 0) {
      reasons.add(
          reason(
              ExplainCode.FIRES_LEFT_OUT,
              "%d of its fires were skipped because the task of an earlier fire had not ended, %d were missed because no store consumer was running at their time"
                  .formatted(state.skippedCount(), state.missedCount()),
              "%s shows them; create the tasks that are needed with %s"
                  .formatted(
                      ShellCommands.atf("periodic fires", task.lambda(), task.name()),
                      ShellCommands.atf(
                          "periodic backfill --from T --until T", task.lambda(), task.name()))));
    }
    return reasons;
  }

  private static boolean isUnfinished(Reason last) {
    return !ENDED.contains(last.code());
  }

  /** Returns the outcome of the last fire's task, or what the task waits for. */
  private Optional<Reason> last(PeriodicTasks.Found found, Instant now) {
    var at = found.state().last();
    if (at == null) {
      return Optional.empty();
    }
    var task = found.task();
    var taskId = task.taskOf(task.fireTimes().fire(at));
    try {
      var first = tasks.first(taskId, now);
      var effect =
          !isUnfinished(first)
              ? ""
              : switch (task.overlap()) {
                case SKIP -> "; later fires are skipped until it has ended";
                case QUEUE_ONE -> "; one later fire waits until it has ended";
                case ALLOW -> "";
              };
      return Optional.of(
          new Reason(
              first.code(),
              "the task of its last fire at %s is %s%s: %s"
                  .formatted(at, taskId, effect, first.message()),
              first.since(),
              first.until(),
              first.remedy()));
    } catch (StatusRuntimeException e) {
      if (RpcErrors.reasonOf(e).filter(ErrorReason.TASK_NOT_FOUND::equals).isEmpty()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static Reason next(PeriodicTasks.Found found, Instant now) {
    var task = found.task();
    return found.state().nextFires(task.fireTimes(), now, 1).stream()
        .findFirst()
        .map(
            fire ->
                new Reason(
                    ExplainCode.NEXT_FIRE,
                    "its next fire is at %s, in %s"
                        .formatted(
                            fire.dueAt(), DurationText.of(Duration.between(now, fire.dueAt()))),
                    null,
                    fire.dueAt(),
                    "wait, or create a task now with "
                        + ShellCommands.atf("periodic trigger", task.lambda(), task.name())))
        .orElseGet(
            () ->
                reason(
                    ExplainCode.PERIODIC_OVER,
                    "its schedule has no further fires",
                    "update the schedule; %s shows the current one"
                        .formatted(ShellCommands.atf("periodic get", task.lambda(), task.name()))));
  }

  private static Reason reason(ExplainCode code, String message, String remedy) {
    return new Reason(code, message, null, null, remedy);
  }
}
