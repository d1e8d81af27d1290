package dev.atf.executor;

import dev.atf.runtime.ConfigException;
import dev.atf.runtime.ConfigLoader;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.runtime.ServiceProcess;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of one executor process.
 *
 * @param lambda the one that this process serves; empty: the only one it has a handler for
 * @param threads attempts that may run at one time
 * @param controllerUri of this host's controller
 * @param hscUri of the HSC, or of a load balancer before several
 * @param nextWorkWait how long the controller may hold a request for work
 * @param drainTimeout how long running handlers may take after the process was asked to end
 * @param deadlineFile where the supervisor reads until when this process may run; empty: nowhere
 * @param endWithParent whether to drain when standard input ends, which the supervisor holds open
 * @param server health and metrics; port 0 because a host runs many executors
 * @param cancelGrace how long a handler may take to stop after it was told to; then the process
 *     ends
 * @param reportTimeout how long a result is reported while heartbeats are answered and reports are
 *     not; then the attempt is left to its lease
 */
public record ExecutorConfig(
    String lambda,
    int threads,
    String controllerUri,
    String hscUri,
    LeaseConfig lease,
    Duration nextWorkWait,
    Duration drainTimeout,
    String deadlineFile,
    boolean endWithParent,
    RpcServerConfig server,
    Duration cancelGrace,
    Duration reportTimeout) {

  /** One heartbeat call carries at most as many attempts as the protocol allows. */
  public static final int THREADS_MAX = 1_000;

  /** The protocol's. */
  public static final Duration NEXT_WORK_WAIT_MAX = Duration.ofSeconds(30);

  public static final ExecutorConfig DEFAULTS =
      new ExecutorConfig(
          "",
          Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors() * 2),
          "http://127.0.0.1:8082",
          "http://127.0.0.1:8081",
          LeaseConfig.DEFAULTS,
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          "",
          false,
          RpcServerConfig.onPort(0),
          Duration.ofSeconds(10),
          Duration.ofMinutes(5));

  public ExecutorConfig {
    if (threads < 1 || threads > THREADS_MAX) {
      throw new ConfigException("threads: " + threads + " (expected: 1 to " + THREADS_MAX + ")");
    }
    requireHttp("controllerUri", controllerUri);
    requireHttp("hscUri", hscUri);
    LeaseConfig.requirePositive("nextWorkWait", nextWorkWait);
    if (nextWorkWait.compareTo(NEXT_WORK_WAIT_MAX) > 0) {
      throw new ConfigException(
          "nextWorkWait: " + nextWorkWait + " (expected: at most " + NEXT_WORK_WAIT_MAX + ")");
    }
    requireNotNegative("drainTimeout", drainTimeout);
    requireNotNegative("cancelGrace", cancelGrace);
    LeaseConfig.requirePositive("reportTimeout", reportTimeout);
  }

  /** The settings of this process: defaults, and over them the environment ({@code ATF_…}). */
  public static ExecutorConfig fromEnvironment() {
    return load(Optional.empty());
  }

  /** Defaults, over them the file, over it the environment. */
  public static ExecutorConfig load(Optional<Path> file) {
    return new ConfigLoader(System.getenv(), ServiceProcess.NOT_SETTINGS).load(DEFAULTS, file);
  }

  /** The same settings for another lambda. */
  public ExecutorConfig withLambda(String name) {
    return new ExecutorConfig(
        name,
        threads,
        controllerUri,
        hscUri,
        lease,
        nextWorkWait,
        drainTimeout,
        deadlineFile,
        endWithParent,
        server,
        cancelGrace,
        reportTimeout);
  }

  /** The same settings with another grace. */
  ExecutorConfig withCancelGrace(Duration grace) {
    return new ExecutorConfig(
        lambda,
        threads,
        controllerUri,
        hscUri,
        lease,
        nextWorkWait,
        drainTimeout,
        deadlineFile,
        endWithParent,
        server,
        grace,
        reportTimeout);
  }

  private static void requireNotNegative(String setting, Duration value) {
    if (value.isNegative()) {
      throw new ConfigException(setting + ": " + value + " (expected: 0 or more)");
    }
  }

  private static void requireHttp(String setting, String value) {
    try {
      var uri = new URI(value);
      if (uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return;
      }
    } catch (URISyntaxException e) {
      // The same answer as for a URI of another kind.
    }
    throw new ConfigException(
        setting + ": " + value + " (expected: http://host:port or https://host:port)");
  }
}
