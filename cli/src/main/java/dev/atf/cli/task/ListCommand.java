package dev.atf.cli.task;

import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.access.Repetition;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.Task;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf list}: lists tasks of a lambda. */
@Command(
    name = "list",
    description =
        "List tasks of a lambda, by state, label, collection, failure code, time or idempotency key.")
public final class ListCommand extends OneLambdaCommand {
  private static final String ROW = "%-32s  %-17s  %-10s  %7s  %-24s %s";
  private static final String RUNNING_ROW = "%-32s  %-10s  %7s  %-24s  %-24s  %s";

  @Mixin private Repetition repetition;

  @Mixin private FilterOptions filter;

  @Option(
      names = "--key",
      paramLabel = "K",
      description = "The task that was scheduled with this idempotency key.")
  private String key = "";

  @Option(
      names = "--page-size",
      paramLabel = "N",
      description = "At most 1000 (default: ${DEFAULT-VALUE}).")
  private int pageSize = 100;

  @Option(
      names = "--page-token",
      paramLabel = "TOKEN",
      description = "The token that the previous page printed.")
  private String pageToken = "";

  @Option(names = "--all", description = "All pages.")
  private boolean all;

  private boolean headed;

  @Override
  public Integer call() {
    return repetition.run(api, this::show);
  }

  private boolean show(ApiConnection connection) {
    headed = false;
    var pages = new TaskPages(connection);
    var request = request();
    if (api.json()) {
      var json = new TaskListJson(api.out());
      json.end(read(pages, request, json::add));
    } else {
      printEnd(read(pages, request, this::print));
    }
    return true;
  }

  private ListTasksRequest request() {
    var wanted = filter.filter();
    var request =
        ListTasksRequest.newBuilder()
            .setLambda(lambda)
            .setState(wanted.getState())
            .setPriority(wanted.getPriority())
            .addAllLabel(wanted.getLabelList())
            .setCollection(wanted.getCollection())
            .setCode(wanted.getCode())
            .setIdempotencyKey(key)
            .setPageSize(pageSize)
            .setPageToken(pageToken);
    if (wanted.hasAfter()) {
      request.setAfter(wanted.getAfter());
    }
    if (wanted.hasBefore()) {
      request.setBefore(wanted.getBefore());
    }
    return request.build();
  }

  private boolean is(FilterOptions.State state) {
    return filter.state().filter(state::equals).isPresent();
  }

  private TaskPages.End read(TaskPages pages, ListTasksRequest request, Consumer<Task> task) {
    // The server checks the size of a page.
    return all ? pages.each(request, Integer.MAX_VALUE, task) : pages.each(request, pageSize, task);
  }

  /** Prints the header once, and only after the server has answered. */
  private void printHead() {
    if (headed) {
      return;
    }
    headed = true;
    println(
        is(FilterOptions.State.running)
            ? RUNNING_ROW.formatted("TASK", "PRIORITY", "ATTEMPT", "STARTED", "LEASE", "EXECUTOR")
            : ROW.formatted("TASK", "STATUS", "PRIORITY", "ATTEMPT", "SCHEDULED", ""));
  }

  private void println(String line) {
    api.out().println(api.terminal().fit(line));
  }

  private void print(Task task) {
    printHead();
    println(is(FilterOptions.State.running) ? runningRow(task) : row(task));
  }

  private String row(Task task) {
    return ROW.formatted(
        task.getTaskId(),
        is(FilterOptions.State.waiting) ? "WAITING" : task.getStatus().name(),
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

  private void printEnd(TaskPages.End end) {
    printHead();
    if (!end.notice().isEmpty()) {
      api.err().println("note: " + end.notice());
    }
    if (!end.nextPageToken().isEmpty()) {
      api.err().println("more: --page-token " + end.nextPageToken() + ", or --all");
    }
  }
}
