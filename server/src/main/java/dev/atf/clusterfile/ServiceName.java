package dev.atf.clusterfile;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Services whose settings can be in the file of a cluster. */
public enum ServiceName {
  FRONTEND("frontend"),
  STORE_CONSUMER("store-consumer"),
  HSC("hsc"),
  /** Controller of a worker host, and the supervisor of its executors. */
  WORKER("worker"),
  /** Executor process, either in the environment of a worker or in its own. */
  EXECUTOR("executor");

  private static final Set<String> HEARTBEATS =
      Set.of("lease.heartbeatInterval", "lease.callTimeout", "lease.missedHeartbeatsMax");

  private final String key;

  ServiceName(String key) {
    this.key = key;
  }

  /** Returns the name of the service in the file. */
  public String key() {
    return key;
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(ServiceName::key).toList();
  }

  /** Returns whether the service needs this setting of the cluster's lease. */
  boolean takes(String leaseKey) {
    return switch (this) {
      case FRONTEND, STORE_CONSUMER, HSC -> true;
      case WORKER -> false;
      case EXECUTOR -> HEARTBEATS.contains(leaseKey);
    };
  }
}
