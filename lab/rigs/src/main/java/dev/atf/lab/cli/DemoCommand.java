package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.access.Home;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.ProgressLine;
import dev.atf.cli.service.EngineOption;
import dev.atf.lab.demo.DemoRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code atf demo}: the whole system at work on real files, with one executor killed. */
@Command(
    name = "demo",
    description = {
      "Start the whole system on one engine in a temporary directory, digest every file of a"
          + " directory as a task of the lambda command, kill -9 one executor in the middle, check"
          + " every result, and print a summary.",
      "Exits 0 only if an executor was killed, every task succeeded, every digest is right, and no"
          + " task ran twice at once."
    })
public final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "Whose files are digested (default: the files of this repository).")
  private @Nullable Path directory;

  @Option(
      names = "--executors",
      paramLabel = "N",
      defaultValue = "2",
      description = "Processes (default: ${DEFAULT-VALUE}).")
  private int executors;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "4",
      description = "Of each executor (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--files-max",
      paramLabel = "N",
      defaultValue = "2000",
      description = "More files are left out (default: ${DEFAULT-VALUE}).")
  private int filesMax;

  @Option(
      names = "--json",
      description = "Print the summary as one JSON document and nothing else.")
  private boolean json;

  @Mixin private EngineOption engine;
  @Mixin private Bounds bounds;

  @Override
  public Integer call() throws JsonProcessingException {
    bounds.require("--executors", executors, 1, 64);
    bounds.require("--threads", threads, 1, 256);
    bounds.require("--files-max", filesMax, 1, 1_000_000);
    var input = directory == null ? Home.directory() : directory.toAbsolutePath();
    if (!Files.isDirectory(input)) {
      throw new CommandFailedException(input + " is not a directory");
    }
    var options = new DemoRun.Options(input, executors, threads, filesMax, engine.engine());
    var report = new DemoRun(options, new ProgressLine(System.err)).run();
    var out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(report));
      out.flush();
    } else {
      report.print(out);
    }
    return report.allRight() ? 0 : 1;
  }
}
