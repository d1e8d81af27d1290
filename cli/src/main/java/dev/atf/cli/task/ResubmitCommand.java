package dev.atf.cli.task;

import static dev.atf.cli.access.Argument.option;

import dev.atf.cli.access.CallCommand;
import dev.atf.cli.output.JsonInput;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ResubmitTaskRequest;
import dev.atf.protocol.v1.ScheduleBatchResponse;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.protocol.v1.TaskServiceGrpc;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code atf resubmit}: schedules a new task for each given task that has ended. */
@Command(
    name = "resubmit",
    description = "Schedule a copy of a task that has ended.",
    footer = {
      "%nA dead letter can also be redriven: as the same task, with `atf dead redrive`.",
      "With --json the new tasks are in the order of the old ones."
    })
public final class ResubmitCommand extends CallCommand<ResubmitTaskRequest, ScheduleResponse> {
  @Parameters(arity = "1..*", paramLabel = "TASK", description = "Tasks that have ended.")
  private List<String> taskIds = List.of();

  public ResubmitCommand() {
    super(
        TaskServiceGrpc::getResubmitTaskMethod,
        List.of(
            option("--payload=JSON", "Any JSON value (default: the payload of the old task).")
                .by(
                    (ResubmitTaskRequest.Builder request, String json) ->
                        new JsonInput("--payload", json).payloadOf(request)),
            option("--priority=P", "Default: the priority of the old task."),
            TaskArguments.DUE));
  }

  @Override
  public Integer call() {
    var request = request().toBuilder();
    var results = ScheduleBatchResponse.newBuilder();
    try (var connection = api.connect()) {
      taskIds.forEach(
          taskId -> results.addResults(resubmit(connection, request.setTaskId(taskId).build())));
    }
    api.print(results.build(), this::print);
    return results.getResultsList().stream().anyMatch(ScheduleBatchResult::hasError) ? 1 : 0;
  }

  /**
   * Schedules the task again.
   *
   * @throws StatusRuntimeException if it is the only task and the server refuses it
   */
  private ScheduleBatchResult resubmit(ApiConnection connection, ResubmitTaskRequest request) {
    try {
      var done = answer(connection, request);
      return ScheduleBatchResult.newBuilder()
          .setTaskId(done.getTaskId())
          .setCreated(done.getCreated())
          .setScheduledAt(done.getScheduledAt())
          .build();
    } catch (StatusRuntimeException e) {
      var status = StatusProto.fromThrowable(e);
      if (taskIds.size() == 1 || status == null) {
        throw e;
      }
      return ScheduleBatchResult.newBuilder().setError(status).build();
    }
  }

  private void print(ScheduleBatchResponse answer) {
    for (int index = 0; index < taskIds.size(); index++) {
      var result = answer.getResults(index);
      var old = TaskOutput.printable(taskIds.get(index));
      if (result.hasError()) {
        api.err().printf("%s: %s%n", old, TaskOutput.printable(result.getError().getMessage()));
      } else {
        api.out()
            .printf(
                "%s scheduled, due %s; it does what %s did%n",
                result.getTaskId(), TaskOutput.time(result.getScheduledAt()), old);
      }
    }
  }
}
