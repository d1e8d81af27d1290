package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Limits;
import dev.atf.runtime.config.ConfigException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lambdas that this host serves.
 *
 * @param names lambdas that are served from the start
 * @param open whether every other registered lambda is served, too, once an executor asks for it
 * @param max maximum number of served lambdas
 */
record ServedLambdas(Set<LambdaName> names, boolean open, int max) {
  /** Setting that stands for every registered lambda. */
  static final String ANY = "*";

  /** Maximum number of lambdas in one DescribeLambdas call. */
  private static final int LAMBDAS_MAX = 100;

  ServedLambdas {
    // In their order, which copyOf would not keep.
    names = Collections.unmodifiableSet(new LinkedHashSet<>(names));
  }

  /**
   * Returns the lambdas of a setting.
   *
   * @param connectionsMax maximum number of connections of the queues' client; each queue uses one
   *     during its long poll
   */
  static ServedLambdas of(List<String> settings, int connectionsMax) {
    if (settings.isEmpty() || settings.size() > LAMBDAS_MAX) {
      throw new ConfigException(
          "lambdas: "
              + settings
              + " (expected: 1-100 names of lambdas that this host works for, or * for any)");
    }
    var names = new LinkedHashSet<LambdaName>();
    for (var name : settings) {
      try {
        if (!name.equals(ANY)) {
          names.add(new LambdaName(name));
        }
      } catch (InvalidFieldException e) {
        throw new ConfigException("lambdas: " + e.getMessage());
      }
    }
    int polled = (connectionsMax - 1) / Limits.PRIORITIES_MAX;
    return new ServedLambdas(names, settings.contains(ANY), Math.min(LAMBDAS_MAX, polled));
  }

  /**
   * Returns whether an executor may ask for work of the lambda, which is possibly not registered.
   */
  boolean mayServe(String lambda) {
    return open || names.stream().anyMatch(name -> name.value().equals(lambda));
  }

  @Override
  public String toString() {
    return Stream.concat(
            names.stream().map(LambdaName::value).sorted(), open ? Stream.of(ANY) : Stream.empty())
        .collect(Collectors.joining(", "));
  }
}
