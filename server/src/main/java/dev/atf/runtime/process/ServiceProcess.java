package dev.atf.runtime.process;

import dev.atf.runtime.FatalErrors;
import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Process that is one service. It reads its settings, runs until it is asked to stop, and drains.
 */
public final class ServiceProcess {
  private static final Logger log = LoggerFactory.getLogger(ServiceProcess.class);

  private ServiceProcess() {}

  /**
   * Runs a service until SIGTERM or SIGINT, then drains it.
   *
   * <p>A thread that dies of an {@link Error} ends the process: {@link FatalErrors#EXIT_CODE}.
   *
   * @param configFile settings file; if empty, settings come only from the environment
   * @return the exit code, which is 1 if the service could not start; the caller must exit with it,
   *     because threads of a half-started service may remain; after an orderly stop by a signal,
   *     the process has the signal's exit code instead, such as 143 after SIGTERM
   */
  public static <C extends Record> int run(
      String name, C defaults, Optional<Path> configFile, Function<C, Service> wiring) {
    FatalErrors.endProcess();
    Service service;
    try {
      var config =
          new ConfigLoader(System.getenv(), ConfigLoader.NOT_SETTINGS).load(defaults, configFile);
      service = wiring.apply(config);
      service.start();
    } catch (ConfigException e) {
      System.err.println(name + ": " + e.getMessage());
      return 1;
    } catch (RuntimeException e) {
      log.error("service={} could not start", name, e);
      System.err.println(name + ": could not start: " + e);
      return 1;
    }
    var ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  log.info("service={} drains", name);
                  service.close();
                  log.info("service={} has ended", name);
                  ended.countDown();
                },
                "atf-shutdown"));
    System.err.println(name + " ready on port " + service.port());
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }
}
