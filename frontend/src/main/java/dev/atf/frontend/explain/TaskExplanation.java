package dev.atf.frontend.explain;

import dev.atf.frontend.reason.Reason;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ExplainTaskResponse;
import dev.atf.store.worker.HostSighting;
import dev.atf.validation.TaskStatusCodec;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;

/** Explains with numbers why one task is not running or has not finished. */
public final class TaskExplanation {
  private final TaskFacts facts;
  private final InstantSource clock;

  @Inject
  TaskExplanation(TaskFacts facts, InstantSource clock) {
    this.facts = facts;
    this.clock = clock;
  }

  /**
   * Returns the explanation of a task.
   *
   * @throws StatusRuntimeException TASK_NOT_FOUND
   */
  public ExplainTaskResponse explain(TaskId taskId) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var known = facts.gather(taskId, now);
    return response(known, Explanation.of(known, now), now);
  }

  /**
   * Returns the first reason of a task, with its remedy.
   *
   * @throws StatusRuntimeException TASK_NOT_FOUND
   */
  public Reason first(TaskId taskId, Instant now) {
    var known = facts.gather(taskId, now);
    var first = Explanation.of(known, now).reasons().get(0);
    return first.withRemedy(remedy(first, known.task()));
  }

  private static String remedy(Reason reason, Association task) {
    return reason.remedy().isEmpty() ? reason.code().remedy(task) : reason.remedy();
  }

  static ExplainTaskResponse response(Facts facts, Explanation explanation, Instant now) {
    var task = facts.task();
    var response =
        ExplainTaskResponse.newBuilder()
            .setSummary(explanation.summary())
            .setStatus(TaskStatusCodec.proto(task.status()))
            .setAttempt(task.attempt());
    facts.lambda().ifPresent(known -> response.setMaxAttempts(known.retry().maxAttempts()));
    var trigger = task.trigger();
    if (trigger != null && trigger.alarm().rings() && !task.status().finished()) {
      response.setNextTriggerAt(ProtoTimes.proto(trigger.at()));
    }
    facts.ahead().ifPresent(ahead -> response.setTasksAhead(ahead.count()));
    facts.queued().ifPresent(response::setQueued);
    facts.releasedPerSecond().ifPresent(response::setReleasedPerSecond);
    if (!task.status().finished() && !task.status().running()) {
      setControllers(facts, response, now);
    }
    explanation
        .reasons()
        .forEach(reason -> response.addReasons(reason.proto(remedy(reason, task))));
    return response.build();
  }

  private static void setControllers(
      Facts facts, ExplainTaskResponse.Builder response, Instant now) {
    var serving = facts.workers().seen().stream().filter(HostSighting::serves).toList();
    response.setControllers((int) serving.stream().filter(host -> host.isRecent(now)).count());
    serving.stream()
        .map(HostSighting::at)
        .max(Comparator.naturalOrder())
        .ifPresent(at -> response.setControllerSeenAt(ProtoTimes.proto(at)));
  }
}
