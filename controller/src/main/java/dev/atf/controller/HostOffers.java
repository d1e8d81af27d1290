package dev.atf.controller;

import dev.atf.model.LambdaName;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Capabilities that this host offers, and capabilities that lambdas need and the host does not
 * offer. Only the thread that refreshes settings uses it.
 */
@Singleton
final class HostOffers {
  private static final Logger log = LoggerFactory.getLogger(HostOffers.class);

  /** Setting that stands for every capability. */
  static final String ANY = "*";

  private final Set<String> offers;
  private final Map<LambdaName, List<String>> missing = new HashMap<>();

  @Inject
  HostOffers(ControllerConfig config) {
    this.offers = Set.copyOf(config.offers());
  }

  /** Returns whether the host offers everything that a lambda needs. Logs each change. */
  boolean match(LambdaName lambda, List<String> needs) {
    var lacking =
        offers.contains(ANY)
            ? List.<String>of()
            : needs.stream().filter(need -> !offers.contains(need)).toList();
    if (!lacking.equals(missing(lambda))) {
      if (lacking.isEmpty()) {
        log.info("lambda={} is served: this host offers all that it needs", lambda);
      } else {
        log.warn(
            "lambda={} needs {}, which this host does not offer: its queues are not polled",
            lambda,
            lacking);
      }
      missing.put(lambda, lacking);
    }
    return lacking.isEmpty();
  }

  /**
   * Returns the capabilities that a lambda needs and the host does not offer. The needs are those
   * of the last refresh.
   */
  List<String> missing(LambdaName lambda) {
    return missing.getOrDefault(lambda, List.of());
  }
}
