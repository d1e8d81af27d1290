package dev.atf.local.settings;

import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.config.EffectiveSettings;
import dev.atf.runtime.config.NearestName;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.worker.WorkerConfig;
import dev.atf.worker.WorkerEnvironment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Service that has settings. Every long-running command starts one. */
public enum ConfigurableService {
  FRONTEND("frontend", "the public API"),
  STORE_CONSUMER("store-consumer", "moves due tasks to queues"),
  HSC("hsc", "claims, heartbeats and results"),
  CONTROLLER("controller", "pulls the queues of a worker host"),
  EXECUTOR("executor", "runs the handlers of one lambda"),
  WORKER("worker", "a controller and the supervisor of its executors");

  private final String command;
  private final String role;

  ConfigurableService(String command, String role) {
    this.command = command;
    this.role = role;
  }

  /**
   * Returns the service of a command.
   *
   * @throws ConfigException if there is no such command; the message contains the most similar name
   */
  public static ConfigurableService named(String command) {
    var names = Arrays.stream(values()).map(ConfigurableService::command).toList();
    int index = names.indexOf(command);
    if (index < 0) {
      throw new ConfigException(
          "%s; did you mean %s? (expected: one of %s)"
              .formatted(
                  command,
                  NearestName.of(command, names).orElse("none"),
                  String.join(", ", names)));
    }
    return values()[index];
  }

  public String command() {
    return command;
  }

  public String role() {
    return role;
  }

  /** Returns the records of its settings. */
  public List<Record> defaults() {
    return switch (this) {
      case FRONTEND -> List.of(FrontendConfig.DEFAULTS);
      case STORE_CONSUMER -> List.of(StoreConsumerConfig.DEFAULTS);
      case HSC -> List.of(HscConfig.DEFAULTS);
      case CONTROLLER -> List.of(ControllerConfig.DEFAULTS);
      case EXECUTOR -> List.of(ExecutorConfig.DEFAULTS);
      case WORKER -> List.of(ControllerConfig.DEFAULTS, WorkerConfig.DEFAULTS);
    };
  }

  /**
   * Reads the settings of the service as the service does at its start.
   *
   * @throws ConfigException if a setting is invalid; the message contains all errors
   */
  public EffectiveSettings read(Map<String, String> environment, Optional<Path> file) {
    var own = new HashMap<>(environment);
    if (this == WORKER) {
      own.keySet().removeAll(WorkerEnvironment.forExecutorsOnly());
    }
    return new ConfigLoader(own, ConfigLoader.NOT_SETTINGS).read(defaults(), file);
  }
}
