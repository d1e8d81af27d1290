package dev.atf.cli.task;

import static dev.atf.cli.access.Argument.option;

import dev.atf.cli.access.CallCommand;
import dev.atf.cli.output.ProgressLine;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.protocol.v1.TaskFilter;
import dev.atf.protocol.v1.TaskServiceGrpc;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code atf dead redrive}: redrives dead letters, page by page. */
@Command(
    name = "redrive",
    description = {
      "Try dead letters again, with all their attempts: by id, by a filter, or --all.",
      "After an interruption run it again; it continues."
    })
final class RedriveCommand extends CallCommand<RedriveTasksRequest, RedriveTasksResponse> {
  private static final int PAGE = 200;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "LAMBDA", description = "The name of the lambda.")
  private String lambda;

  @Parameters(index = "1..*", paramLabel = "TASK", description = "Ids of dead letters.")
  private List<String> taskIds = List.of();

  @Option(names = "--all", description = "All dead letters of the lambda.")
  private boolean all;

  RedriveCommand() {
    super(
        TaskServiceGrpc::getRedriveTasksMethod,
        List.of(
            TaskArguments.filter("filter.", "dead"),
            option("--dry-run", "Only count, and change nothing."),
            option(
                    "--finished-after=T",
                    "Only tasks that ended after this time (2026-01-01T00:00:00Z).")
                .of(Instant.class),
            option("--finished-before=T", "Only tasks that ended before this time.")
                .of(Instant.class)));
  }

  @Override
  public Integer call() {
    var request = request().toBuilder().setLambda(lambda).addAllTaskIds(taskIds);
    requireOneChoice(request);
    if (taskIds.isEmpty()) {
      // With --all, the filter is present and empty.
      request.mergeFilter(TaskFilter.getDefaultInstance()).setPageSize(PAGE);
    } else {
      request.clearFilter();
    }
    try (var connection = api.connect()) {
      var answer = redrive(connection, request);
      api.print(answer, shown -> print(shown, request.getDryRun()));
      return answer.getRefusedCount() + answer.getLeftAloneCount() == 0 ? 0 : 1;
    }
  }

  private void requireOneChoice(RedriveTasksRequest.Builder request) {
    boolean filtered =
        !TaskArguments.isEmpty(request.getFilter())
            || !(taskIds.isEmpty() || request.getFilter().getState().isEmpty())
            || request.hasFinishedAfter()
            || request.hasFinishedBefore();
    int choices = (taskIds.isEmpty() ? 0 : 1) + (all ? 1 : 0) + (filtered ? 1 : 0);
    if (choices != 1) {
      throw new ParameterException(
          spec.commandLine(),
          choices == 0
              ? "Which dead letters? Name TASK ids, or a filter such as --code, or --all"
              : "TASK ids, filters and --all exclude each other");
    }
  }

  private RedriveTasksResponse redrive(
      ApiConnection connection, RedriveTasksRequest.Builder request) {
    var progress = new ProgressLine(System.err);
    var sum = RedriveTasksResponse.newBuilder();
    var leftAlone = new UnchangedTasks();
    int total = total(connection);
    if (total > PAGE) {
      progress.begin("dead letters", total);
    }
    try {
      do {
        var page = answer(connection, request.setPageToken(sum.getNextPageToken()).build());
        sum.setRedriven(sum.getRedriven() + page.getRedriven())
            .setExamined(sum.getExamined() + page.getExamined())
            .addAllRefused(page.getRefusedList())
            .setNextPageToken(page.getNextPageToken());
        leftAlone.add(page.getLeftAloneList());
        progress.step(sum.getExamined());
      } while (!sum.getNextPageToken().isEmpty());
    } catch (StatusRuntimeException e) {
      progress.end();
      api.err().printf("%d redriven so far; run the same command to continue%n", sum.getRedriven());
      throw e;
    } finally {
      progress.end();
    }
    return sum.addAllLeftAlone(leftAlone.all()).build();
  }

  private int total(ApiConnection connection) {
    if (!taskIds.isEmpty()) {
      return taskIds.size();
    }
    var figures =
        connection.lambdas().getLambda(GetLambdaRequest.newBuilder().setLambda(lambda).build());
    return (int) figures.getLive().getDead();
  }

  private void print(RedriveTasksResponse answer, boolean dryRun) {
    api.out().printf(dryRun ? "%d would be redriven%n" : "%d redriven%n", answer.getRedriven());
    UnchangedTasks.print(answer.getLeftAloneList(), api.err());
    answer
        .getRefusedList()
        .forEach(
            refusal ->
                api.err()
                    .printf(
                        "%s: %s%n",
                        TaskOutput.printable(refusal.getTaskId()),
                        TaskOutput.printable(refusal.getError().getMessage())));
  }
}
