package dev.atf.controller;

import dev.atf.runtime.process.ServiceProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** The controller as a process of its own. Its one argument is a file of settings. */
public final class ControllerMain {
  private ControllerMain() {}

  public static void main(String[] args) {
    System.exit(run(Arrays.stream(args).findFirst().map(Path::of)));
  }

  public static int run(Optional<Path> settings) {
    return ServiceProcess.run(
        "controller",
        ControllerConfig.DEFAULTS,
        settings,
        config -> DaggerControllerComponent.factory().create(config).service());
  }
}
