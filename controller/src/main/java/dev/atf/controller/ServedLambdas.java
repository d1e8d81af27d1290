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
 * Lambdas that this host works for.
 *
 * @param names from the start
 * @param open true if any other registered lambda is served, too, once an executor asks for it
 * @param max number of lambdas served in all
 */
record ServedLambdas(Set<LambdaName> names, boolean open, int max) {
  /** Setting that means any registered lambda. */
  static final String ANY = "*";

  /** Maximum number of lambdas in one DescribeLambdas call. */
  private static final int LAMBDAS_MAX = 100;

  ServedLambdas {
    // In their order, which copyOf would not keep.
    names = Collections.unmodifiableSet(new LinkedHashSet<>(names));
  }

  /**
   * @param connectionsMax maximum number of connections of the queues' client; each queue of a
   *     lambda holds one during its long poll
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
   * Returns whether an executor may ask for work of the lambda, which may turn out not to be
   * registered.
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
