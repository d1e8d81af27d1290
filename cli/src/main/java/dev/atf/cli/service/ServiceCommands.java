package dev.atf.cli.service;

import dev.atf.controller.ControllerMain;
import dev.atf.frontend.FrontendMain;
import dev.atf.hsc.HscMain;
import dev.atf.storeconsumer.StoreConsumerMain;
import dev.atf.worker.builtin.ExecutorMain;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Commands that run one service each, until it is stopped. */
public final class ServiceCommands {
  private ServiceCommands() {}

  /** Command that runs one service with settings from their usual sources. */
  @Command(
      footer = {
        "%nSettings come from their defaults, then the file, then the environment:",
        "lease.callTimeout in the file is ATF_LEASE_CALL_TIMEOUT in the environment.",
        "SIGTERM drains. `atf config show SERVICE` shows all settings."
      })
  abstract static class ServiceCommand implements Callable<Integer> {
    @Option(names = "--config", paramLabel = "FILE", description = "A YAML file with settings.")
    private @Nullable Path file;

    abstract int run(Optional<Path> settings);

    @Override
    public final Integer call() {
      return run(Optional.ofNullable(file));
    }
  }

  @Command(name = "frontend", description = "Run the frontend: the public API.")
  public static final class FrontendCommand extends ServiceCommand {
    @Override
    int run(Optional<Path> settings) {
      return FrontendMain.run(settings);
    }
  }

  @Command(
      name = "store-consumer",
      description = "Run a store consumer: moves due tasks to queues.")
  public static final class StoreConsumerCommand extends ServiceCommand {
    @Override
    int run(Optional<Path> settings) {
      return StoreConsumerMain.run(settings);
    }
  }

  @Command(name = "hsc", description = "Run a heartbeat and status controller: claims and results.")
  public static final class HscCommand extends ServiceCommand {
    @Override
    int run(Optional<Path> settings) {
      return HscMain.run(settings);
    }
  }

  @Command(name = "controller", description = "Run the controller of a worker host.")
  public static final class ControllerCommand extends ServiceCommand {
    @Override
    int run(Optional<Path> settings) {
      return ControllerMain.run(settings);
    }
  }

  @Command(
      name = "executor",
      description = "Run an executor of a built-in lambda: command or http.")
  public static final class ExecutorCommand extends ServiceCommand {
    @Override
    int run(Optional<Path> settings) {
      return ExecutorMain.run(settings);
    }
  }
}
