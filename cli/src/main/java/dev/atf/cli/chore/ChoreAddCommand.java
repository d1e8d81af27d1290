package dev.atf.cli.chore;

import com.google.protobuf.ByteString;
import dev.atf.cli.chore.git.FileWrite;
import dev.atf.cli.chore.git.GitFailedException;
import dev.atf.cli.chore.git.GitRepository;
import dev.atf.cli.chore.model.Chore;
import dev.atf.cli.chore.model.ChorePath;
import dev.atf.cli.chore.model.ChoreReading;
import dev.atf.cli.chore.model.ChoreSettings;
import dev.atf.cli.chore.model.RefusedChoreException;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.InputFile;
import dev.atf.cli.output.JsonOption;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.TemporaryDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf chores add}: adds a chore to the repository. */
@Command(
    name = "add",
    description = "Add a chore to a Git repository: a command, and the files that it needs.",
    footer = {
      "%nExamples:",
      "  atf chores add --repo /srv/chores.git --command 'date'",
      "  atf chores add --repo /srv/chores.git --command 'count words.txt' \\",
      "      --file words.txt --file bin/count=/opt/tools/count --result 'counts/*.csv'"
    })
final class ChoreAddCommand implements Callable<Integer> {
  /**
   * Maximum number of tries of a push. It is larger than the number of bridges and callers that
   * push at the same time.
   */
  private static final int TRIES_MAX = 50;

  @Mixin private ChoreRepositoryOptions repository;
  @Mixin private JsonOption json;

  @Option(
      names = "--command",
      required = true,
      paramLabel = "TEXT",
      description = "The instructions for the runner: lines of bash.")
  private String command;

  @Option(
      names = "--runner",
      paramLabel = "NAME",
      defaultValue = "bash",
      description = "The runner of the bridges that runs the chore (default: ${DEFAULT-VALUE}).")
  private String runner;

  @Option(
      names = "--file",
      paramLabel = "[NAME=]PATH",
      description =
          "A file that the command finds under NAME, or under the relative PATH; may be repeated.")
  private List<String> files = List.of();

  @Option(
      names = "--result",
      paramLabel = "PATTERN",
      description =
          "Files that the command creates and that a bridge commits with the chore, such as"
              + " 'out/*.txt'; may be repeated.")
  private List<String> results = List.of();

  /** Document of {@code --json}. */
  record Added(String chore) {}

  @Override
  public Integer call() {
    repository.check();
    if (ByteString.copyFromUtf8(command).size() > ChoreReading.INSTRUCTIONS_BYTES_MAX) {
      throw repository.wrong(
          "--command: too large (expected: at most %d bytes)"
              .formatted(ChoreReading.INSTRUCTIONS_BYTES_MAX));
    }
    var content = new ArrayList<FileWrite>();
    files.forEach(file -> content.add(read(file)));
    var process = ProcessName.ofThisProcess();
    var now = InstantSource.system().instant();
    // The name is also its id, because it is unique.
    var id = NewChore.name(process, now);
    try (var directory = TemporaryDirectory.make("atf-chores-")) {
      var settings = new ChoreSettings(runner, id, results).checked();
      var chore = new NewChore(process, now, settings, command + "\n", content);
      push(chore, repository.open(directory.path()));
      json.print(new Added(chore.directory()), "chore " + chore.directory() + " is added");
      return 0;
    } catch (RefusedChoreException e) {
      throw repository.wrong(String.valueOf(e.getMessage()));
    } catch (GitFailedException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()));
    }
  }

  /** Pushes until it is accepted. */
  private static void push(NewChore chore, GitRepository opened) {
    var refusal = "";
    for (int i = 0; i < TRIES_MAX; i++) {
      var refused = opened.push(opened.commit(opened.head(), List.of(chore.draft())));
      if (refused.isEmpty()) {
        return;
      }
      refusal = refused.get();
    }
    throw new GitFailedException(
        "git push: refused %d times, at last with %s".formatted(TRIES_MAX, refusal));
  }

  private FileWrite read(String option) {
    int equals = option.indexOf('=');
    var name = equals < 0 ? option : option.substring(0, equals);
    var path = Path.of(option.substring(equals + 1));
    if (ChorePath.problem(name).isPresent() || Chore.isReserved(name)) {
      throw repository.wrong(
          ("--file: %s (expected: a relative path without .. and .git*, which the bridge does not"
                  + " use itself, or NAME=PATH with such a name)")
              .formatted(option));
    }
    if (Files.isRegularFile(path) && path.toFile().length() > Chore.FILE_BYTES_MAX) {
      throw repository.wrong(
          "--file: %s: too large (expected: at most %d bytes)"
              .formatted(path, Chore.FILE_BYTES_MAX));
    }
    var content = ByteString.copyFrom(InputFile.bytes(path));
    return new FileWrite(name, content, Files.isExecutable(path));
  }
}
