package dev.atf.hsc;

import dev.atf.runtime.process.ServiceProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Main class of an HSC process. Its only argument, which is optional, is a file of settings. */
public final class HscMain {
  private HscMain() {}

  public static void main(String[] args) {
    System.exit(run(Arrays.stream(args).findFirst().map(Path::of)));
  }

  public static int run(Optional<Path> settings) {
    return ServiceProcess.run(
        "hsc", HscConfig.DEFAULTS, settings, config -> HscComponent.onAws(config).service());
  }
}
