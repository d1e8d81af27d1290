package dev.atf.simulation.world;

import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.storeconsumer.StoreConsumerConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Settings of a simulated cluster: the defaults, changed by its plan. */
final class Times {
  static final LeaseTimes LEASE = LeaseTimes.DEFAULT;

  /** Loaded settings by defaults and variables: processes start often, and loading takes longer. */
  private static final Map<Object, Record> LOADED = new ConcurrentHashMap<>();

  private Times() {}

  static FrontendConfig frontend() {
    return over(FrontendConfig.DEFAULTS, Map.of("ATF_CREATE_QUEUES", "true"));
  }

  static StoreConsumerConfig consumer() {
    return StoreConsumerConfig.DEFAULTS;
  }

  static HscConfig hsc(Ablation ablation) {
    return ablation.hasNoMargin()
        ? over(
            HscConfig.DEFAULTS,
            Map.of("ATF_LEASE_CLOCK_ERROR_MAX", "0ms", "ATF_LEASE_STOP_TIME", "1ms"))
        : HscConfig.DEFAULTS;
  }

  static ControllerConfig controller(List<String> lambdas) {
    return over(ControllerConfig.DEFAULTS, Map.of("ATF_LAMBDAS", String.join(",", lambdas)));
  }

  /** Returns settings of an executor that asks early for work, often in vain. */
  static ExecutorConfig executor(String lambda, int slots) {
    return over(
        ExecutorConfig.DEFAULTS,
        Map.of(
            "ATF_LAMBDA",
            lambda,
            "ATF_THREADS",
            Integer.toString(slots),
            "ATF_TUNING_ASK_AHEAD",
            "500ms"));
  }

  private static <T extends Record> T over(T defaults, Map<String, String> variables) {
    var loaded =
        LOADED.computeIfAbsent(List.of(defaults, variables), key -> load(defaults, variables));
    @SuppressWarnings("unchecked") // the defaults of the key are of this type
    var settings = (T) loaded;
    return settings;
  }

  private static <T extends Record> T load(T defaults, Map<String, String> variables) {
    return new ConfigLoader(new TreeMap<>(variables), List.of()).load(defaults, Optional.empty());
  }
}
