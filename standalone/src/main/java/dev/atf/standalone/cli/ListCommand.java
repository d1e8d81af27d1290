package dev.atf.standalone.cli;

import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ListTasksResponse;
import dev.atf.protocol.v1.Task;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf list}: the tasks of a lambda in one state. */
@Command(name = "list", description = "List tasks of a lambda: pending, dead letters, or done.")
final class ListCommand implements Callable<Integer> {
  @Mixin private ApiOptions api;

  @Parameters(paramLabel = "LAMBDA", description = "The name of the lambda.")
  private String lambda;

  /** The lists that a lambda has. */
  enum State {
    pending,
    dead,
    done
  }

  @Option(
      names = "--state",
      defaultValue = "pending",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private State state;

  @Option(
      names = "--priority",
      paramLabel = "P",
      defaultValue = "",
      description = "Of pending ones.")
  private String priority;

  @Option(
      names = "--page-size",
      paramLabel = "N",
      defaultValue = "100",
      description = "At most 1000 (default: ${DEFAULT-VALUE}).")
  private int pageSize;

  @Option(
      names = "--page-token",
      paramLabel = "TOKEN",
      defaultValue = "",
      description = "Where the page before ended.")
  private String pageToken;

  @Option(names = "--all", description = "All pages.")
  private boolean all;

  @Override
  public Integer call() {
    try (var connection = api.connect()) {
      var answer = ListTasksResponse.newBuilder();
      var token = pageToken;
      do {
        var page =
            connection
                .tasks()
                .listTasks(
                    ListTasksRequest.newBuilder()
                        .setLambda(lambda)
                        .setState(state.name())
                        .setPriority(priority)
                        .setPageSize(pageSize)
                        .setPageToken(token)
                        .build());
        answer.addAllTasks(page.getTasksList()).setNotice(page.getNotice());
        token = page.getNextPageToken();
      } while (all && !token.isEmpty());
      print(answer.setNextPageToken(token).build());
      return 0;
    }
  }

  private void print(ListTasksResponse answer) {
    if (api.json()) {
      api.printJson(answer);
      return;
    }
    api.out()
        .printf(
            "%-32s  %-17s  %-10s  %7s  %-24s%n",
            "TASK", "STATUS", "PRIORITY", "ATTEMPT", "SCHEDULED");
    for (Task task : answer.getTasksList()) {
      api.out()
          .printf(
              "%-32s  %-17s  %-10s  %7d  %-24s %s%n",
              task.getTaskId(),
              task.getStatus(),
              task.getPriority(),
              task.getAttempt(),
              TaskOutput.time(task.getScheduledAt()),
              TaskOutput.printable(task.getFailure().getCode()));
    }
    api.out().flush();
    if (!answer.getNotice().isEmpty()) {
      api.err().println("note: " + answer.getNotice());
    }
    if (!answer.getNextPageToken().isEmpty()) {
      api.err().println("more: --page-token " + answer.getNextPageToken() + ", or --all");
    }
  }
}
