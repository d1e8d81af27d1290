package dev.atf.cli.task;

import static dev.atf.cli.access.Argument.LAMBDA;
import static dev.atf.cli.access.Argument.option;

import dev.atf.cli.access.CallCommand;
import dev.atf.cli.access.Repetition;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ListTasksResponse;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskServiceGrpc;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf list}: lists tasks of a lambda. */
@Command(
    name = "list",
    description =
        "List tasks of a lambda, by state, label, collection, failure code, time or idempotency key.",
    footer = {
      "%nIf a later page fails, --json prints the tasks before it, nextPageToken, and",
      "the code, message and details of the failure; the exit code is 1."
    })
public final class ListCommand extends CallCommand<ListTasksRequest, ListTasksResponse> {
  private static final String ROW = "%-32s  %-17s  %-10s  %7s  %-24s %s";
  private static final String RUNNING_ROW = "%-32s  %-10s  %7s  %-24s  %-24s  %s";

  @Mixin private Repetition repetition;

  @Option(names = "--all", description = "All pages.")
  private boolean all;

  @Option(
      names = "--page-token",
      paramLabel = "TOKEN",
      description = "The token that the previous page printed.")
  private String pageToken = "";

  private String state = "";
  private boolean headed;

  public ListCommand() {
    super(
        TaskServiceGrpc::getListTasksMethod,
        List.of(
            LAMBDA,
            TaskArguments.filter("", TaskArguments.PENDING_OR_ANY),
            option("--key=K", "The task that was scheduled with this idempotency key.")
                .into("idempotency_key"),
            option("--page-size=N", "At most 1000 (default: ${DEFAULT-VALUE}).")
                .of(int.class)
                .orElse("100")));
  }

  @Override
  public Integer call() {
    var request = request().toBuilder().setPageToken(pageToken).build();
    state = request.getState();
    return repetition.run(api, connection -> show(connection, request));
  }

  private boolean show(ApiConnection connection, ListTasksRequest request) {
    headed = false;
    var pages = new TaskPages(api, connection);
    // The server checks the size of a page.
    pages.print(request, all ? Integer.MAX_VALUE : request.getPageSize(), this::print);
    if (!api.json()) {
      printEnd(pages);
    }
    return true;
  }

  /** Prints the header once, and only after the server has answered. */
  private void printHead() {
    if (headed) {
      return;
    }
    headed = true;
    println(
        state.equals("running")
            ? RUNNING_ROW.formatted("TASK", "PRIORITY", "ATTEMPT", "STARTED", "LEASE", "EXECUTOR")
            : ROW.formatted("TASK", "STATUS", "PRIORITY", "ATTEMPT", "SCHEDULED", ""));
  }

  private void println(String line) {
    api.out().println(api.terminal().fit(line));
  }

  private void print(Task task) {
    printHead();
    println(state.equals("running") ? runningRow(task) : row(task));
  }

  private String row(Task task) {
    return ROW.formatted(
        task.getTaskId(),
        state.equals("waiting") ? "WAITING" : task.getStatus().name(),
        task.getPriority(),
        task.getAttempt(),
        TaskOutput.time(task.getScheduledAt()),
        task.getCondition().isEmpty()
            ? TaskOutput.printable(task.getFailure().getCode())
            : "on " + task.getCondition());
  }

  private static String runningRow(Task task) {
    return RUNNING_ROW.formatted(
        task.getTaskId(),
        task.getPriority(),
        task.getAttempt(),
        TaskOutput.time(task.getStartedAt()),
        TaskOutput.time(task.getLeaseUntil()),
        task.getExecutorId());
  }

  private void printEnd(TaskPages pages) {
    printHead();
    if (!pages.notice().isEmpty()) {
      api.err().println("note: " + pages.notice());
    }
    if (!pages.nextPageToken().isEmpty()) {
      api.err().println("more: --page-token " + pages.nextPageToken() + ", or --all");
    }
  }
}
