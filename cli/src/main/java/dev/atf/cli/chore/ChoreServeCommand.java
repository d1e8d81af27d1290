package dev.atf.cli.chore;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.access.Home;
import dev.atf.cli.chore.bridge.ApiChoreTasks;
import dev.atf.cli.chore.bridge.Bridge;
import dev.atf.cli.chore.bridge.BridgeDirectory;
import dev.atf.cli.chore.bridge.BridgeLoop;
import dev.atf.cli.chore.bridge.BridgeSettings;
import dev.atf.cli.chore.bridge.ChoreEvent;
import dev.atf.cli.chore.bridge.StopSignal;
import dev.atf.cli.chore.model.ChoreJson;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.task.TaskOutput;
import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.MonotonicClock;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf chores serve}: runs a bridge between a repository and the server. */
@Command(
    name = "serve",
    description = {
      "Run a bridge: it takes chores of a Git repository, runs each as a task, and commits"
          + " its result. Any number of bridges may serve one repository.",
      "Everybody who may push to the repository can run programs on the workers of these"
          + " lambdas."
    },
    footer = {
      "%nExamples:",
      "  atf chores serve --repo git@example.com:team/chores.git --runner bash=command",
      "  atf chores serve --repo /srv/chores.git --runner bash=command --once",
      "%nSIGTERM ends it; tasks continue, and other bridges finish its chores.",
      "With --json each event is a document on a line of its own."
    })
final class ChoreServeCommand extends ApiCommand {
  @Mixin private ChoreRepositoryOptions repository;
  @Mixin private Bounds bounds;

  @Option(
      names = "--runner",
      required = true,
      paramLabel = "NAME=LAMBDA",
      description =
          "Run chores of this runner as tasks of this lambda, which runs commands; may be"
              + " repeated.")
  private Map<String, String> runners = new LinkedHashMap<>();

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Directory for caches, of mode 0700; bridges may share it (default: .atf/chores).")
  private @Nullable Path work;

  @Option(
      names = "--every",
      paramLabel = "D",
      defaultValue = "5s",
      description =
          "Average time between two checks of the repository (default: ${DEFAULT-VALUE}).")
  private Duration every;

  @Option(
      names = "--taken-max",
      paramLabel = "N",
      defaultValue = "16",
      description =
          "Maximum number of chores that this bridge runs at a time (default:"
              + " ${DEFAULT-VALUE}).")
  private int takenMax;

  @Option(
      names = "--rescue-after",
      paramLabel = "D",
      defaultValue = "30s",
      description =
          "Time after which this bridge takes over a chore of another one (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration rescueAfter;

  @Option(names = "--once", description = "Exit when no chore is left.")
  private boolean once;

  @Override
  public Integer call() {
    checkOptions();
    var random = new SecureRandom();
    var clock = MonotonicClock.system();
    var name = ProcessName.ofThisProcess().unique(random);
    var settings = new BridgeSettings(name, runners, takenMax, rescueAfter);
    var caches = work == null ? Home.directory().resolve(".atf/chores") : work;
    try (var stop = StopSignal.ofProcess();
        var directory = BridgeDirectory.below(caches.toAbsolutePath());
        var connection = api.connect()) {
      var opened = repository.open(directory.path());
      if (!api.json()) {
        api.err().println("atf: bridge " + name + " serves " + opened.url());
      }
      var bridge =
          new Bridge(
              settings,
              opened,
              new ApiChoreTasks(connection, directory.path()),
              InstantSource.system(),
              clock,
              random,
              this::print);
      new BridgeLoop(bridge, every, once, stop, clock, random, this::print).run();
    }
    return 0;
  }

  private void checkOptions() {
    repository.check();
    bounds.require("--taken-max", takenMax, 1, 1_000);
    for (var lambda : runners.values()) {
      try {
        var unused = new LambdaName(lambda);
      } catch (InvalidFieldException e) {
        throw repository.wrong("--runner: " + e.getMessage());
      }
    }
  }

  private void print(ChoreEvent event) {
    if (api.json()) {
      api.out().println(ChoreJson.compact(event));
    } else {
      api.out().println(TaskOutput.oneLine(event.line()));
    }
    api.out().flush();
  }
}
