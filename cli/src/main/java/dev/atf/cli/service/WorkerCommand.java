package dev.atf.cli.service;

import dev.atf.cli.output.CommandTable;
import dev.atf.cli.worker.WorkerCommands;
import dev.atf.worker.WorkerHost;
import dev.atf.worker.pool.ProcessRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atf worker}: runs a worker host. */
@Command(
    name = "worker",
    description = {
      "Run a worker host: one controller in this process, and executors as child"
          + " processes, which are restarted when they die and killed when they exceed their"
          + " lease.",
      "The controller and the executors have their usual settings; the controller's"
          + " `lambdas` follow from --executors. `atf config show worker` prints all settings"
          + " except those of the executors."
    },
    footer = {
      "%nExamples:",
      "  atf worker --executors command=2,http=1",
      "  atf worker --executors resize-image=4 -- java -jar resize-image.jar",
      "  atf worker --executors render=1 --offers gpu -- java -jar render.jar",
      "  atf worker --executors resize-image=0..8 -- java -jar resize-image.jar"
    })
public final class WorkerCommand implements Callable<Integer>, CommandTable {
  @Option(
      names = "--executors",
      paramLabel = "L=N",
      split = ",",
      description =
          "Required to run a host. The number of processes of each lambda; 0..8: as many as"
              + " its load needs, and none without load (settings under `scale`).")
  private Map<String, ProcessRange> executors = new LinkedHashMap<>();

  @Option(
      names = "--offers",
      paramLabel = "NAME",
      split = ",",
      description =
          "Capabilities of this host that lambdas may need, such as gpu (default: the setting"
              + " `offers`).")
  private List<String> offers = List.of();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Settings of the controller and, under `supervisor` and `scale`, of the supervisor as"
              + " YAML.")
  private @Nullable Path config;

  @Option(
      names = "--rolling-restart-on",
      paramLabel = "FILE",
      description = {
        "Replace the executors one after another whenever FILE is touched: each new one must be"
            + " ready before the old one drains."
      })
  private @Nullable Path rollingRestartOn;

  @picocli.CommandLine.Parameters(
      paramLabel = "COMMAND",
      description = "The command that starts an executor (default: the built-in lambdas).")
  private List<String> command = new ArrayList<>();

  @Mixin private ExecutorCounts counts;

  @Spec private CommandSpec spec;

  @Override
  public List<?> commands() {
    return WorkerCommands.all();
  }

  @Override
  public Integer call() throws InterruptedException {
    if (executors.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Missing required option: '--executors=L=N', or a subcommand");
    }
    counts.require(executors, command);
    var environment = new HashMap<>(System.getenv());
    environment.put(
        "ATF_EXECUTORS",
        executors.entrySet().stream().map(Object::toString).collect(Collectors.joining(",")));
    if (!offers.isEmpty()) {
      environment.put("ATF_OFFERS", String.join(",", offers));
    }
    new WorkerHost(
            environment,
            Optional.ofNullable(config),
            Optional.ofNullable(rollingRestartOn),
            command.isEmpty() ? WorkerHost.builtins() : command)
        .run();
    return 0;
  }
}
