package dev.atf.hsc;

import dev.atf.runtime.ServiceProcess;
import java.nio.file.Path;
import java.util.Arrays;

/** The HSC as a process; its one optional argument is a file of settings. */
public final class HscMain {
  private HscMain() {}

  public static void main(String[] args) {
    System.exit(
        ServiceProcess.run(
            "hsc",
            HscConfig.DEFAULTS,
            Arrays.stream(args).findFirst().map(Path::of),
            config -> DaggerHscComponent.factory().create(config).service()));
  }
}
