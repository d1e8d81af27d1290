package dev.atf.controller;

import dev.atf.runtime.ServiceProcess;
import java.nio.file.Path;
import java.util.Arrays;

/** The controller as a process of its own. The one argument is a file of settings. */
public final class ControllerMain {
  private ControllerMain() {}

  public static void main(String[] args) {
    System.exit(
        ServiceProcess.run(
            "controller",
            ControllerConfig.DEFAULTS,
            Arrays.stream(args).findFirst().map(Path::of),
            config -> DaggerControllerComponent.factory().create(config).service()));
  }
}
