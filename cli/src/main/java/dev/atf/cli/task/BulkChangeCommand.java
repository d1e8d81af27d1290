package dev.atf.cli.task;

import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.output.ProgressLine;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ChangeTasksResponse;
import dev.atf.protocol.v1.TaskFilter;
import io.grpc.StatusRuntimeException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Change of all tasks that match, page by page. Repeated after an interruption, it does the rest.
 */
abstract class BulkChangeCommand extends OneLambdaCommand {
  @Spec private CommandSpec spec;

  @Mixin private FilterOptions filter;

  @Option(names = "--all", description = "All tasks of that state.")
  private boolean all;

  @Option(names = "--dry-run", description = "Only count, and change nothing.")
  private boolean dryRun;

  private final String changed;

  /**
   * @param changed past participle of what is done
   */
  BulkChangeCommand(String changed) {
    this.changed = changed;
  }

  /** Changes one page. */
  abstract ChangeTasksResponse page(
      ApiConnection connection, TaskFilter filter, boolean dryRun, String pageToken);

  @Override
  public Integer call() {
    if (all != filter.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          all
              ? "--all and a filter exclude each other"
              : "Which tasks? Give a filter such as --label KEY=VALUE, or --all");
    }
    try (var connection = api.connect()) {
      var answer = change(connection);
      api.print(answer, this::print);
      return answer.getRefused() == 0 ? 0 : 1;
    }
  }

  private ChangeTasksResponse change(ApiConnection connection) {
    var progress = new ProgressLine(System.err);
    var sum = ChangeTasksResponse.newBuilder();
    var leftAlone = new LeftAloneLines();
    progress.begin(dryRun ? "looked at" : changed, -1);
    try {
      do {
        var page = page(connection, filter.filter(), dryRun, sum.getNextPageToken());
        sum.setChanged(sum.getChanged() + page.getChanged())
            .setExamined(sum.getExamined() + page.getExamined())
            .setRefused(sum.getRefused() + page.getRefused())
            .setNextPageToken(page.getNextPageToken());
        if (sum.getRefusalsCount() == 0) {
          sum.addAllRefusals(page.getRefusalsList());
        }
        leftAlone.add(page.getLeftAloneList());
        progress.step(dryRun ? sum.getExamined() : sum.getChanged());
      } while (!sum.getNextPageToken().isEmpty());
    } catch (StatusRuntimeException e) {
      progress.end();
      api.err().printf("%d %s so far; run the same command to go on%n", sum.getChanged(), changed);
      throw e;
    } finally {
      progress.end();
    }
    return sum.addAllLeftAlone(leftAlone.all()).build();
  }

  private void print(ChangeTasksResponse answer) {
    api.out()
        .printf(
            dryRun ? "%d would be %s, of %d looked at%n" : "%d %s, of %d looked at%n",
            answer.getChanged(),
            changed,
            answer.getExamined());
    LeftAloneLines.print(answer.getLeftAloneList(), api.err());
  }
}
