package dev.atf.frontend;

import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.runtime.process.ServiceProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Main class of the frontend process. Its only argument, which is optional, is a settings file. */
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
        config -> FrontendComponent.onAws(config).service());
  }
}
