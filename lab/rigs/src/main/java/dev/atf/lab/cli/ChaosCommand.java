package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProgressLine;
import dev.atf.lab.chaos.ChaosReport;
import dev.atf.lab.chaos.ChaosRun;
import dev.atf.lab.chaos.Fault;
import dev.atf.runtime.TemporaryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code atf chaos}: the whole system as processes, under faults. */
@Command(
    name = "chaos",
    description = {
      "Run every service and executor as a process of its own on embedded engines, with tasks of"
          + " every kind, under kill -9, SIGSTOP, bad networks and rolling restarts; then let all of"
          + " it end in quiet, and check by the simulator's rules what clients, handlers and the"
          + " store have seen.",
      "Exits 0 only if no law was broken and, with --slo, Schedule was available."
    })
public final class ChaosCommand implements Callable<Integer> {
  /** Exit code if a law was broken. */
  private static final int BROKEN = 1;

  /** Exit code that a shell uses after an interrupt. */
  private static final int INTERRUPTED = 130;

  @Spec private CommandSpec spec;
  @Mixin private Bounds bounds;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "2",
      description = "How long there are faults (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Draws faults and tasks, not what comes of them (default: a new one).")
  private @Nullable Long seed;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "5",
      description = "Tasks a second (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--faults",
      paramLabel = "F",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES} (default: all).")
  private Set<Fault.Family> faults = EnumSet.allOf(Fault.Family.class);

  @Option(
      names = "--slo",
      description =
          "Let at most one of the two frontends fail, and one fault start processes, at any time, and"
              + " fail if fewer than 99.9 %% of the Schedules were answered within two tries of 2 s.")
  private boolean slo;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "Where the logs of faults and processes stay (default: they are removed if all is well).")
  private @Nullable Path keep;

  @Option(
      names = "--json",
      description = "Print the summary as one JSON document and nothing else.")
  private boolean json;

  @Override
  public Integer call() throws JsonProcessingException {
    bounds.require("--minutes", minutes, 1, 10_000);
    bounds.require("--rate", rate, 1, 1_000);
    var options =
        new ChaosRun.Options(
            Duration.ofMinutes(minutes),
            seed == null ? new SecureRandom().nextInt(Integer.MAX_VALUE) : seed,
            rate,
            faults,
            ChaosRun.Options.TRY_TIMEOUT_DEFAULT,
            slo);
    if (keep != null) {
      return run(options, made(keep), () -> {});
    }
    var directory = TemporaryDirectory.make("atf-chaos-");
    return run(options, directory.path(), directory::close);
  }

  private int run(ChaosRun.Options options, Path directory, Runnable remove)
      throws JsonProcessingException {
    var run = new ChaosRun(options, directory, new ProgressLine(System.err));
    var worthKeeping = new AtomicBoolean();
    // However this process ends, its children end and its files are deleted.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  run.close();
                  if (!worthKeeping.get()) {
                    remove.run();
                  }
                },
                "atf-shutdown"));
    try (run) {
      var report = run.run();
      print(report);
      if (report.isClean() && (!slo || report.schedules().isMet())) {
        return 0;
      }
      worthKeeping.set(true);
      tellWhere(directory);
      return BROKEN;
    } catch (RuntimeException e) {
      if (run.isClosed()) {
        // Interrupted: later failures are caused by that.
        return INTERRUPTED;
      }
      worthKeeping.set(true);
      tellWhere(directory);
      throw e;
    }
  }

  private static void tellWhere(Path directory) {
    System.err.println("atf: what happened is in " + directory);
  }

  private void print(ChaosReport report) throws JsonProcessingException {
    var out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(report));
      out.flush();
    } else {
      report.print(out);
    }
  }

  private static Path made(Path directory) {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
