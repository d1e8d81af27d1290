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
 * Settings of one executor process.
 *
 * @param lambda lambda of this process; may be empty with exactly one handler
 * @param threads concurrent attempts
 * @param controllerUri address of the host's controller
 * @param hscUri address of the HSC or its load balancer
 * @param lease how the process keeps its leases
 * @param nextWorkWait how long the controller may hold a NextWork call
 * @param drainTimeout how long handlers may continue when the process stops
 * @param deadlineFile file for the time until which the process may run; set by the supervisor
 * @param endWithParent whether to drain when standard input closes; set by the supervisor
 * @param server port for health and metrics; 0 for any free one
 * @param tuning settings to change only after measuring
 * @param loops failing and hanging loops
 * @param cancelGrace how long a handler may take to stop; then the process exits
 * @param credentials credentials for controller and HSC
 * @param httpAllow addresses that the lambda {@code http} may call: {@code public}, names, {@code
 *     *.example.com}, networks ({@code 10.0.0.0/8}); never link-local ones
 * @param tracing spans of attempts, unless the program has its own OpenTelemetry
 * @param attemptTrace trace of an attempt: LINKED, its own with a link to the call; CHILD, the
 *     call's
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
   * Maximum number of threads. It is the number of attempts that the protocol allows in one
   * heartbeat call.
   */
  public static final int THREADS_MAX = 1_000;

  /** Longest time that the protocol allows a NextWork call to wait. */
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
        // The turn that starts to end a process with a stuck handler also cancels its wait for
        // work.
        .atLeast("loops.turnTimeMax", loops.turnTimeMax(), tuning.claimWait(), "tuning.claimWait")
        .end();
  }

  /**
   * Returns the default settings, overridden by the environment of this process ({@code ATF_…}).
   */
  public static ExecutorConfig fromEnvironment() {
    return from(System.getenv());
  }

  /** Returns the default settings, overridden by these environment variables. */
  public static ExecutorConfig from(Map<String, String> environment) {
    return load(environment, Optional.empty());
  }

  /** Returns the default settings, overridden by a file and then by the environment. */
  public static ExecutorConfig load(Optional<Path> file) {
    return load(System.getenv(), file);
  }

  private static ExecutorConfig load(Map<String, String> environment, Optional<Path> file) {
    return new ConfigLoader(environment, ConfigLoader.NOT_SETTINGS).load(DEFAULTS, file);
  }

  /** Returns the number of threads that take work directly after the start. */
  public int startThreads() {
    return tuning.startThreads() == 0 ? threads : Math.min(threads, tuning.startThreads());
  }

  /** Returns the longest time from the signal to the end of the process. */
  public Duration drainTakes() {
    return tuning.claimWait().plus(drainTimeout).plus(cancelGrace).plus(tracing.flushTimeout());
  }
}
