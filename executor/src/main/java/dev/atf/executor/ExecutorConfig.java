package dev.atf.executor;

import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.config.SettingChecks;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.tracing.TracingConfig;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of one executor process.
 *
 * @param lambda the lambda that this process serves; empty: the only one that it has a handler for
 * @param threads maximum number of concurrent attempts
 * @param controllerUri address of this host's controller
 * @param hscUri address of the HSC, or of a load balancer in front of several
 * @param lease how it keeps its leases
 * @param nextWorkWait how long the controller may hold a NextWork call
 * @param drainTimeout how long running handlers may continue after the process was asked to stop
 * @param deadlineFile file in which the supervisor reads until when this process may run; empty: no
 *     such file
 * @param endWithParent whether to drain when standard input is closed, which the supervisor keeps
 *     open
 * @param server the port for health and metrics; 0, because a host runs many executors
 * @param tuning what one changes only after measuring
 * @param loops what happens when a loop fails or hangs
 * @param cancelGrace how long a handler may take to stop after it was asked to; after that the
 *     process exits
 * @param credentials what it shows to controller and HSC
 * @param httpAllow addresses that the lambda {@code http} may call: {@code public}, names, {@code
 *     *.example.com}, networks such as {@code 10.0.0.0/8}; link-local addresses are never allowed
 * @param tracing where the spans of attempts go, unless the program brings its own OpenTelemetry
 * @param attemptTrace which trace the span of an attempt belongs to
 * @param health the health check of the process, if its program has one
 * @param staging the files of tasks
 */
@RecordBuilder
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
    ExecutorTuning tuning,
    LoopSettings loops,
    Duration cancelGrace,
    CredentialsConfig credentials,
    List<String> httpAllow,
    TracingConfig tracing,
    AttemptTrace attemptTrace,
    HealthConfig health,
    StagingConfig staging)
    implements ExecutorConfigBuilder.With {

  /**
   * Greatest number of threads: one heartbeat call carries at most as many attempts as the protocol
   * allows.
   */
  public static final int THREADS_MAX = 1_000;

  /** Longest wait of a request for work, by the protocol. */
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
          ExecutorTuning.DEFAULTS,
          LoopSettings.DEFAULT,
          Duration.ofSeconds(10),
          CredentialsConfig.NONE,
          List.of("public"),
          TracingConfig.OFF,
          AttemptTrace.LINKED,
          HealthConfig.DEFAULTS,
          StagingConfig.DEFAULTS);

  public ExecutorConfig {
    httpAllow = List.copyOf(httpAllow);
    new SettingChecks()
        .within("threads", threads, 1, THREADS_MAX)
        .http("controllerUri", controllerUri)
        .http("hscUri", hscUri)
        .within("nextWorkWait", nextWorkWait, Duration.ofMillis(1), NEXT_WORK_WAIT_MAX)
        .notNegative("drainTimeout", drainTimeout)
        .within("cancelGrace", cancelGrace, Duration.ZERO, Duration.ofHours(1))
        // A result must be reported at least as long as a process keeps trying after it lost
        // contact with the HSC.
        .atLeast(
            "tuning.resultTimeout",
            tuning.resultTimeout(),
            lease.strikesOutWithin(),
            "lease.callTimeout + missedHeartbeatsMax x (heartbeatInterval + callTimeout)")
        // A heartbeat is one turn of its loop.
        .atLeast("loops.turnTimeMax", loops.turnTimeMax(), lease.callTimeout(), "lease.callTimeout")
        // The turn that begins to end a process with a stuck handler also ends the waiting for
        // work.
        .atLeast("loops.turnTimeMax", loops.turnTimeMax(), tuning.claimWait(), "tuning.claimWait")
        .end();
  }

  /**
   * Returns the settings of this process: defaults, overridden by the environment ({@code ATF_…}).
   */
  public static ExecutorConfig fromEnvironment() {
    return from(System.getenv());
  }

  /** Returns defaults, overridden by these environment variables. */
  public static ExecutorConfig from(Map<String, String> environment) {
    return load(environment, Optional.empty());
  }

  /** Returns defaults, overridden by the file, which the environment overrides. */
  public static ExecutorConfig load(Optional<Path> file) {
    return load(System.getenv(), file);
  }

  private static ExecutorConfig load(Map<String, String> environment, Optional<Path> file) {
    return new ConfigLoader(environment, ConfigLoader.NOT_SETTINGS).load(DEFAULTS, file);
  }

  /** Returns the number of threads that take work at first. */
  public int startThreads() {
    return tuning.startThreads() == 0 ? threads : Math.min(threads, tuning.startThreads());
  }

  /** Returns the longest time from the signal to the end of the process. */
  public Duration drainTakes() {
    return tuning.claimWait().plus(drainTimeout).plus(cancelGrace).plus(tracing.flushTimeout());
  }
}
