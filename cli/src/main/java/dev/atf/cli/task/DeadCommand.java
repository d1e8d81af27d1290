package dev.atf.cli.task;

import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.access.Repetition;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.LimitOption;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.Task;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code atf dead}: lists the dead letters of a lambda. */
@Command(
    name = "dead",
    description = "Show dead letters, and try them again.",
    subcommands = {DeadCommand.ListDead.class, RedriveCommand.class})
public final class DeadCommand extends CommandGroup {
  @Command(name = "list", description = "List the dead letters of a lambda, and why they failed.")
  static final class ListDead extends OneLambdaCommand {
    @Mixin private Repetition repetition;
    @Mixin private Bounds bounds;
    @Mixin private LimitOption limit;

    @Override
    public Integer call() {
      int most = limit.get(bounds);
      return repetition.run(api, connection -> show(connection, most));
    }

    private boolean show(ApiConnection connection, int most) {
      var request =
          ListTasksRequest.newBuilder()
              .setLambda(lambda)
              .setState("dead")
              .setPageSize(TaskPages.PAGE_MAX)
              .build();
      var pages = new TaskPages(api, connection);
      pages.print(request, most, this::print);
      if (!api.json()) {
        printEnd(pages);
      }
      return true;
    }

    private void printEnd(TaskPages pages) {
      if (pages.count() == 0) {
        api.out().println(lambda + " has no dead letters");
      }
      if (!pages.nextPageToken().isEmpty()) {
        api.err().println("there are more: --limit shows them");
      }
    }

    private void print(Task task) {
      var line =
          "%-32s  %-24s  %2d attempts  %s: %s"
              .formatted(
                  task.getTaskId(),
                  task.hasFinishedAt() ? TaskOutput.time(task.getFinishedAt()) : "",
                  task.getAttempt(),
                  TaskOutput.printable(task.getFailure().getCode()),
                  TaskOutput.oneLine(task.getFailure().getMessage()));
      api.out().println(api.terminal().fit(line));
    }
  }
}
