package dev.atf.images;

import dev.atf.controller.ControllerConfig;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.local.settings.ConfigurableService;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.worker.supervisor.SupervisorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/** Module that has an image. */
enum Deployable {
  FRONTEND("frontend"),
  STORE_CONSUMER("store-consumer"),
  HSC("hsc"),
  WORKER("worker");

  /** Time in which a process stops its loops and connections after its last call. */
  private static final Duration END = Duration.ofSeconds(5);

  private final String module;

  Deployable(String module) {
    this.module = module;
  }

  static Deployable named(String module) {
    return Arrays.stream(values()).filter(d -> d.module.equals(module)).findFirst().orElseThrow();
  }

  /**
   * Returns the directory that its image copies, made when the module is packaged. Tests run in
   * this module's directory.
   */
  Path layout() {
    return Path.of("..", "..", module, "target", "image");
  }

  Dockerfile dockerfile() {
    return Dockerfile.read(Path.of("..", "..", module, "src", "image", "Dockerfile"));
  }

  ConfigurableService service() {
    return ConfigurableService.named(module);
  }

  /** Returns the longest time from SIGTERM to its end. */
  Duration stopTime() {
    var drain =
        switch (this) {
          case FRONTEND -> FrontendConfig.DEFAULTS.server().drainTimeout();
          case STORE_CONSUMER -> StoreConsumerConfig.DEFAULTS.server().drainTimeout();
          case HSC -> HscConfig.DEFAULTS.server().drainTimeout();
          case WORKER ->
              SupervisorConfig.DEFAULTS
                  .drainTimeout()
                  .plus(ControllerConfig.DEFAULTS.receiveWait());
        };
    return drain.plus(END);
  }

  @Override
  public String toString() {
    return module;
  }
}
