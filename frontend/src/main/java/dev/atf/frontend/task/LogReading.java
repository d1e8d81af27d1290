package dev.atf.frontend.task;

import dev.atf.access.Tenancy;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.log.LogPart;
import dev.atf.model.task.Association;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.GetTaskLogRequest;
import dev.atf.protocol.v1.GetTaskLogResponse;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.log.FollowedLogs;
import dev.atf.validation.TaskStatusCodec;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads logs of attempts, and notes which of them are being followed. */
@Singleton
public final class LogReading {
  /** Maximum number of parts in an answer, which limits it to half a MiB. */
  private static final int PARTS_MAX = 16;

  /** Time between two notes of a followed task: a third of the validity of a note. */
  private static final Duration NOTED_EVERY = FollowedLogs.FOLLOWED_FOR.dividedBy(3);

  /**
   * Maximum number of tasks that are noted as followed at a time. All HSCs read the notes of all
   * frontends. A tenant has at most half of what others leave. The logs of further tasks arrive
   * later.
   */
  static final int NOTED_MAX = 1_000;

  /** Note of a followed task. */
  private record Noted(String tenant, Instant at) {}

  private final TaskAssociations associations;
  private final TaskEntities entities;
  private final LambdaCache lambdas;
  private final FollowedLogs followed;
  private final InstantSource clock;
  private final Map<TaskId, Noted> noted = new LinkedHashMap<>();

  @Inject
  LogReading(
      TaskAssociations associations,
      TaskEntities entities,
      LambdaCache lambdas,
      FollowedLogs followed,
      InstantSource clock) {
    this.associations = associations;
    this.entities = entities;
    this.lambdas = lambdas;
    this.followed = followed;
    this.clock = clock;
  }

  /**
   * Returns parts of the log of an attempt.
   *
   * @throws StatusRuntimeException TASK_NOT_FOUND, or the violations of the request
   */
  public GetTaskLogResponse read(GetTaskLogRequest request) {
    var violations = new Violations();
    var taskId = violations.read(() -> new TaskId(request.getTaskId()));
    violations.requireBetween("attempt", request.getAttempt(), 0, Integer.MAX_VALUE);
    violations.requireBetween("after", request.getAfter(), 0, Integer.MAX_VALUE - PARTS_MAX);
    violations.refuse();
    var id = taskId.orElseThrow();
    var task = associations.find(id).orElseThrow(() -> RpcErrors.taskNotFound(id.value()));
    var response =
        GetTaskLogResponse.newBuilder()
            .setStatus(TaskStatusCodec.proto(task.status()))
            .setNextAfter(request.getAfter());
    if (request.getFollow() && !task.status().finished()) {
      note(id, Tenancy.of(task.header().lambda().value()), clock.instant());
    }
    var epoch = HistoryView.epochOf(task, request.getAttempt());
    if (epoch.isEmpty()) {
      return response
          .setNotice(
              request.getAttempt() == 0
                  ? "no attempt has started"
                  : "attempt %d is not among the latest of the task's history"
                      .formatted(request.getAttempt()))
          .build();
    }
    return addLog(response, task, request, epoch.getAsLong());
  }

  private void note(TaskId taskId, String tenant, Instant now) {
    synchronized (noted) {
      var before = noted.get(taskId);
      if (before != null && now.isBefore(before.at().plus(NOTED_EVERY))) {
        return;
      }
      noted.values().removeIf(one -> !one.at().plus(FollowedLogs.FOLLOWED_FOR).isAfter(now));
      if (!noted.containsKey(taskId) && !hasRoom(tenant)) {
        return;
      }
      noted.put(taskId, new Noted(tenant, now));
    }
    followed.note(taskId, now);
  }

  private boolean hasRoom(String tenant) {
    long own = noted.values().stream().filter(one -> one.tenant().equals(tenant)).count();
    long left = NOTED_MAX - (noted.size() - own);
    return own < (tenant.isEmpty() ? left : (left + 1) / 2);
  }

  private GetTaskLogResponse addLog(
      GetTaskLogResponse.Builder response,
      Association task,
      GetTaskLogRequest request,
      long epoch) {
    var parts = entities.findLog(task.taskId(), epoch, request.getAfter() + 1, PARTS_MAX);
    int number = request.getAfter();
    for (var stored : parts) {
      var part = LogPart.of(stored);
      number++;
      response
          .addParts(GetTaskLogResponse.Part.newBuilder().setNumber(number).setText(part.text()))
          .setComplete(part.last());
    }
    boolean running = task.status().running() && task.epoch() == epoch;
    response
        .setAttempt(HistoryView.attemptOf(task, epoch))
        .setNextAfter(number)
        .setRunning(running);
    if (number == 0 && !running) {
      response.setNotice(nothing(task));
    }
    return response.build();
  }

  private String nothing(Association task) {
    var kept =
        lambdas
            .find(task.header().lambda())
            .map(lambda -> lambda.logs().kept())
            .orElse(LambdaDefinition.History.FAILURES);
    return switch (kept) {
      case NONE -> "lambda %s keeps no logs (logs: NONE)".formatted(task.header().lambda());
      case FAILURES ->
          "nothing is kept: lambda %s keeps logs of failures (logs: FAILURES)"
              .formatted(task.header().lambda());
      case ALL -> "nothing is kept: the attempt logged nothing, or its executor died";
    };
  }
}
