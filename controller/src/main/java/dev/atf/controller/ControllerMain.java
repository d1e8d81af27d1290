package dev.atf.controller;

import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.process.ServiceProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Main class of a controller process. Its only argument is a file of settings. */
public final class ControllerMain {
  private ControllerMain() {}

  public static void main(String[] args) {
    System.exit(run(Arrays.stream(args).findFirst().map(Path::of)));
  }

  /** Ends the process, because this host must no longer work. */
  private static void exit(HostHealth health, String reason) {
    System.err.println("controller: " + health.endMessage(reason));
    Threads.system().start("atf-exit", () -> System.exit(health.exitCode()));
  }

  public static int run(Optional<Path> settings) {
    return ServiceProcess.run(
        "controller",
        ControllerConfig.DEFAULTS,
        settings,
        config -> {
          var component = ControllerComponent.onAws(config);
          var health = component.host().health();
          health.whenToExit(reason -> exit(health, reason));
          return component.service();
        });
  }
}
