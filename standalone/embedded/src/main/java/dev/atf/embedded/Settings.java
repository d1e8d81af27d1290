package dev.atf.embedded;

import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.config.ConfigLoader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of one service, by their names in the environment. Services in this process and in other
 * processes therefore have the same settings.
 */
public final class Settings {
  /**
   * Refresh interval of queues in the same process, so that a queue of 2,000 is refilled before the
   * fastest executors have emptied it.
   */
  private static final Duration NEAR_QUEUE_REFRESH = Duration.ofMillis(25);

  private final Map<String, String> variables = new HashMap<>();

  public Settings with(String variable, Object value) {
    variables.put(
        variable, value instanceof Duration d ? d.toMillis() + "ms" : String.valueOf(value));
    return this;
  }

  /** Adds the lease times that an executor needs. */
  public Settings withHeartbeats(LeaseTimes lease) {
    return with("ATF_LEASE_HEARTBEAT_INTERVAL", lease.heartbeatInterval())
        .with("ATF_LEASE_CALL_TIMEOUT", lease.callTimeout())
        .with("ATF_LEASE_MISSED_HEARTBEATS_MAX", lease.missedHeartbeatsMax());
  }

  public Settings withLease(LeaseTimes lease) {
    return withHeartbeats(lease)
        .with("ATF_LEASE_LEASE", lease.lease())
        .with("ATF_LEASE_CLOCK_ERROR_MAX", lease.clockErrorMax())
        .with("ATF_LEASE_STOP_TIME", lease.stopTime());
  }

  public Settings withStore(String endpoint) {
    return with("ATF_STORE_ENDPOINT", endpoint);
  }

  /**
   * Adds the time-outs for the store of an HSC, so that the store answers or fails while an
   * executor still waits.
   */
  public Settings withStoreTimes(LeaseTimes lease) {
    var call = lease.callTimeout().multipliedBy(9).dividedBy(10);
    return with("ATF_STORE_CLIENT_CALL_TIMEOUT", call).with("ATF_STORE_CLIENT_TRY_TIMEOUT", call);
  }

  public Settings withQueue(String endpoint) {
    return with("ATF_QUEUE_ENDPOINT", endpoint);
  }

  /**
   * Adds intervals of the store consumer for queues in the same process. Reading these queues costs
   * nothing, so it may be frequent.
   */
  public Settings withNearQueues() {
    return with("ATF_TUNING_DEPTH_REFRESH", NEAR_QUEUE_REFRESH)
        .with("ATF_TUNING_CUT_PAUSE", NEAR_QUEUE_REFRESH);
  }

  /** Adds settings of another source, which take precedence. */
  public Settings with(Map<String, String> more) {
    variables.putAll(more);
    return this;
  }

  public <T extends Record> T over(T defaults) {
    return new ConfigLoader(variables, List.of()).load(defaults, Optional.empty());
  }

  /** Returns the settings as the environment of another process. */
  public Map<String, String> variables() {
    return Map.copyOf(variables);
  }
}
