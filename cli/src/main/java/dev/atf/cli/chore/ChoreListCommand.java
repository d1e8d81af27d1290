package dev.atf.cli.chore;

import dev.atf.cli.chore.git.GitFailedException;
import dev.atf.cli.chore.git.TreeListing;
import dev.atf.cli.chore.model.Chore;
import dev.atf.cli.chore.model.OpenChores;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.JsonOption;
import dev.atf.cli.task.TaskOutput;
import dev.atf.runtime.TemporaryDirectory;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code atf chores list}: lists the chores that are not done. */
@Command(name = "list", description = "List the chores that are not done.")
final class ChoreListCommand implements Callable<Integer> {
  @Mixin private ChoreRepositoryOptions repository;
  @Mixin private JsonOption json;

  /**
   * Document of {@code --json}.
   *
   * @param done number of chores that are done
   */
  record Listed(List<Open> chores, int done) {}

  /** Chore that is not done. */
  record Open(String chore, String state) {}

  @Override
  public Integer call() {
    repository.check();
    try (var directory = TemporaryDirectory.make("atf-chores-")) {
      var opened = repository.open(directory.path());
      var head = opened.head();
      var seen = OpenChores.of(head, head.map(opened::list).orElse(TreeListing.EMPTY));
      var open = seen.chores().stream().map(ChoreListCommand::open).toList();
      json.print(new Listed(open, seen.doneCount()), text(open, seen.doneCount()));
      return 0;
    } catch (GitFailedException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()));
    }
  }

  private static Open open(Chore chore) {
    return new Open(chore.directory(), chore.state().name().toLowerCase(Locale.ROOT));
  }

  private static String text(List<Open> chores, int done) {
    var lines =
        chores.stream()
            .map(chore -> "%-6s %s%n".formatted(chore.state(), TaskOutput.oneLine(chore.chore())))
            .collect(Collectors.joining());
    return lines + "%d to do or being done, %d done".formatted(chores.size(), done);
  }
}
