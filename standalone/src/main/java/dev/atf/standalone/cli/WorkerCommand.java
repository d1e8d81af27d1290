package dev.atf.standalone.cli;

import dev.atf.controller.ControllerConfig;
import dev.atf.controller.DaggerControllerComponent;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.supervisor.WorkerSpec;
import dev.atf.executor.supervisor.WorkerSupervisor;
import dev.atf.runtime.ConfigLoader;
import dev.atf.runtime.ServiceProcess;
import dev.atf.standalone.local.ExecutorCommandLine;
import dev.atf.standalone.local.TemporaryDirectory;
import dev.atf.standalone.settings.ConfigurableService;
import dev.atf.standalone.settings.WorkerConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf worker}: a worker host. */
@Command(
    name = "worker",
    description = {
      "Run a worker host: one controller in this process, and executors as children, restarted when"
          + " they die and killed when they outlive their lease.",
      "The controller and the executors take their settings as they do on their own; the"
          + " controller's `lambdas` follow from --executors. `atf config show worker` tells all but the"
          + " executors'."
    },
    footer = {
      "%nExamples:",
      "  atf worker --executors command=2,http=1",
      "  atf worker --executors resize-image=4 -- java -jar resize-image.jar"
    })
final class WorkerCommand implements Callable<Integer> {
  @Option(
      names = "--executors",
      paramLabel = "L=N",
      split = ",",
      required = true,
      description = "Processes for each lambda.")
  private Map<String, Integer> executors = new LinkedHashMap<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Settings of the controller and, under `supervisor`, of the supervisor as YAML.")
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
      description = "How one executor is started (default: the built-in lambdas).")
  private List<String> command = new ArrayList<>();

  @Mixin private ExecutorCounts counts;

  @Override
  public Integer call() throws InterruptedException {
    if (command.isEmpty()) {
      counts.requireBuiltin(executors);
    } else {
      counts.require(executors);
    }
    var environment = new HashMap<>(System.getenv());
    environment.put("ATF_LAMBDAS", String.join(",", executors.keySet()));
    var read = ConfigurableService.WORKER.read(environment, Optional.ofNullable(config));
    var settings = read.of(ControllerConfig.class);
    var worker = read.of(WorkerConfig.class);
    worker.requireFits(
        new ConfigLoader(executorEnvironment(), ServiceProcess.NOT_SETTINGS)
            .load(ExecutorConfig.DEFAULTS, Optional.empty()),
        settings);
    var component = DaggerControllerComponent.factory().create(settings);
    var controller = component.service();
    controller.start();
    var deadlines = TemporaryDirectory.make("atf-deadlines-");
    var supervisor =
        new WorkerSupervisor(
            specs("http://127.0.0.1:" + controller.port(), settings.hscUri()),
            worker.supervisor(),
            deadlines.path(),
            WorkerSupervisor.Surroundings.system(
                component.metrics(), component.loops(), System.out));
    Optional.ofNullable(rollingRestartOn).ifPresent(supervisor::rollingRestartOn);
    supervisor.start();
    var ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  // Executors first: they return what they have not started through the controller.
                  supervisor.stop();
                  deadlines.close();
                  close(controller);
                  ended.countDown();
                },
                "atf-shutdown"));
    System.err.println("worker ready on port " + controller.port());
    ended.await();
    return 0;
  }

  private List<WorkerSpec> specs(String controllerUri, String hscUri) {
    var started = command.isEmpty() ? ExecutorCommandLine.of(Optional.empty()) : command;
    var environment = executorEnvironment();
    environment.put("ATF_CONTROLLER_URI", controllerUri);
    environment.put("ATF_HSC_URI", hscUri);
    var specs = new ArrayList<WorkerSpec>();
    executors.forEach(
        (lambda, processes) -> specs.add(new WorkerSpec(lambda, processes, started, environment)));
    return specs;
  }

  private static Map<String, String> executorEnvironment() {
    var environment = new HashMap<>(System.getenv());
    var alone = ConfigurableService.forExecutorsAlone();
    // What a host shows, its controller and its executors show.
    environment
        .keySet()
        .removeIf(name -> !alone.contains(name) && !name.startsWith("ATF_CREDENTIALS_"));
    return environment;
  }

  private static void close(dev.atf.runtime.Service controller) {
    try {
      controller.close();
    } catch (RuntimeException e) {
      System.err.println("worker: the controller did not stop: " + e.getMessage());
    }
  }
}
