package dev.atf.cli.service;

import dev.atf.controller.ControllerMain;
import dev.atf.frontend.FrontendMain;
import dev.atf.hsc.HscMain;
import dev.atf.storeconsumer.StoreConsumerMain;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Commands that run one service each, until it is stopped. */
public final class ServiceCommands {
  private ServiceCommands() {}

  /** Source of a service's settings. */
  @Command(
      footer = {
        "%nSettings come from their defaults, then the file, then the environment:",
        "lease.callTimeout in the file is ATF_LEASE_CALL_TIMEOUT in the environment.",
        "SIGTERM drains. `atf config show SERVICE` tells all settings."
      })
  static final class Settings {
    @Option(names = "--config", paramLabel = "FILE", description = "Settings as YAML.")
    private @Nullable Path file;

    Optional<Path> file() {
      return Optional.ofNullable(file);
    }
  }

  @Command(name = "frontend", description = "Run the frontend: the public API.")
  public static final class FrontendCommand implements Callable<Integer> {
    @Mixin private Settings settings;

    @Override
    public Integer call() {
      return FrontendMain.run(settings.file());
    }
  }

  @Command(
      name = "store-consumer",
      description = "Run a store consumer: moves due tasks to queues.")
  public static final class StoreConsumerCommand implements Callable<Integer> {
    @Mixin private Settings settings;

    @Override
    public Integer call() {
      return StoreConsumerMain.run(settings.file());
    }
  }

  @Command(name = "hsc", description = "Run a heartbeat and status controller: claims and results.")
  public static final class HscCommand implements Callable<Integer> {
    @Mixin private Settings settings;

    @Override
    public Integer call() {
      return HscMain.run(settings.file());
    }
  }

  @Command(name = "controller", description = "Run the controller of a worker host.")
  public static final class ControllerCommand implements Callable<Integer> {
    @Mixin private Settings settings;

    @Override
    public Integer call() {
      return ControllerMain.run(settings.file());
    }
  }
}
