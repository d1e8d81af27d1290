package dev.atf.local;

import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.config.NearestName;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.worker.WorkerConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Settings from the environment of a whole machine. Each setting applies to every service that
 * knows it, and overrides the machine's own value.
 */
public final class UpEnvironment {
  public static final UpEnvironment EMPTY = new UpEnvironment(Map.of());

  private static final List<Record> SERVICES =
      List.of(
          FrontendConfig.DEFAULTS,
          StoreConsumerConfig.DEFAULTS,
          HscConfig.DEFAULTS,
          ControllerConfig.DEFAULTS,
          ExecutorConfig.DEFAULTS,
          WorkerConfig.DEFAULTS);

  /**
   * Settings with which the parts find each other, and settings that have an option. They are
   * refused, because two values could differ.
   */
  private static final Set<String> DECIDED =
      Set.of(
          "ATF_SERVER_HOST",
          "ATF_SERVER_PORT",
          "ATF_STORE_ENDPOINT",
          "ATF_STORE_REGION",
          "ATF_QUEUE_ENDPOINT",
          "ATF_QUEUE_REGION",
          "ATF_CREATE_TABLES",
          "ATF_CREATE_QUEUES",
          "ATF_POLL_INTERVAL",
          "ATF_LAMBDA",
          "ATF_LAMBDAS",
          "ATF_CONTROLLER_URI",
          "ATF_HSC_URI",
          "ATF_THREADS",
          "ATF_EXECUTORS",
          "ATF_DEADLINE_FILE",
          // --auth decides these, and the parts reach each other without TLS.
          "ATF_SERVER_AUTH_MODE",
          "ATF_SERVER_AUTH_ISSUER",
          "ATF_SERVER_AUTH_AUDIENCE",
          "ATF_SERVER_AUTH_JWKS",
          "ATF_SERVER_AUTH_ALGORITHMS",
          "ATF_SERVER_TLS_CERTIFICATE_FILE",
          "ATF_SERVER_TLS_KEY_FILE",
          "ATF_SERVER_TLS_CLIENT_CA_FILE",
          "ATF_CREDENTIALS_TOKEN_FILE",
          "ATF_CREDENTIALS_CA_FILE",
          "ATF_CREDENTIALS_CERTIFICATE_FILE",
          "ATF_CREDENTIALS_KEY_FILE",
          // This machine is not scaled.
          "ATF_SCALE_IN_PROTECT_AFTER",
          "ATF_SCALE_IN_PROTECT_FOR",
          "ATF_END_WITH_PARENT");

  private final Map<String, String> variables;

  private UpEnvironment(Map<String, String> variables) {
    this.variables = Map.copyOf(variables);
  }

  /**
   * Reads the settings.
   *
   * @param environment environment of this process; variables that do not begin with {@code ATF_}
   *     are ignored
   * @throws ConfigException if a setting is unknown to every service, or must not be set here
   */
  public static UpEnvironment of(Map<String, String> environment) {
    var known = new TreeSet<String>();
    SERVICES.forEach(service -> known.addAll(ConfigLoader.variablesOf(service)));
    known.removeAll(DECIDED);
    var ours = new TreeMap<>(environment);
    ours.keySet()
        .removeIf(name -> !name.startsWith("ATF_") || ConfigLoader.NOT_SETTINGS.contains(name));
    for (var name : ours.keySet()) {
      if (DECIDED.contains(name)) {
        throw new ConfigException(
            "environment: %s is decided by `atf up` itself (see its options)".formatted(name));
      }
      if (!known.contains(name)) {
        throw new ConfigException(
            "environment: unknown setting %s; did you mean %s?"
                .formatted(name, NearestName.of(name, known).orElse("none")));
      }
    }
    return new UpEnvironment(ours);
  }

  /** Returns the lease times of the environment. */
  public LeaseTimes lease() {
    var lease = new HashMap<>(variables);
    lease.keySet().removeIf(name -> !name.startsWith("ATF_LEASE_"));
    return new ConfigLoader(lease, List.of())
        .load(FrontendConfig.DEFAULTS, Optional.empty())
        .lease();
  }

  /** Returns the settings that a service with these defaults knows. */
  Map<String, String> knownTo(Record defaults) {
    var own = new HashMap<>(variables);
    own.keySet().retainAll(ConfigLoader.variablesOf(defaults));
    return own;
  }
}
