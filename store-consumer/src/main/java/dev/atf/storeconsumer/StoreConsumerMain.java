package dev.atf.storeconsumer;

import dev.atf.runtime.process.ServiceProcess;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Main class of a store consumer process. Its only argument, which is optional, is a file of
 * settings.
 */
public final class StoreConsumerMain {
  private StoreConsumerMain() {}

  public static void main(String[] args) {
    System.exit(run(Stream.of(args).findFirst().map(Path::of)));
  }

  public static int run(Optional<Path> settings) {
    return ServiceProcess.run(
        "store-consumer",
        StoreConsumerConfig.DEFAULTS,
        settings,
        config -> StoreConsumerComponent.onAws(config).service());
  }
}
