package dev.atf.frontend;

import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.runtime.process.ServiceProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** The frontend as a process; its one optional argument is a file of settings. */
public final class FrontendMain {
  private FrontendMain() {}

  public static void main(String[] args) {
    System.exit(run(Arrays.stream(args).findFirst().map(Path::of)));
  }

  public static int run(Optional<Path> settings) {
    return ServiceProcess.run(
        "frontend",
        FrontendConfig.DEFAULTS,
        settings,
        config -> DaggerFrontendComponent.factory().create(config).service());
  }
}
