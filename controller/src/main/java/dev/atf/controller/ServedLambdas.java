package dev.atf.controller;

import dev.atf.model.InvalidFieldException;
import dev.atf.model.LambdaName;
import dev.atf.runtime.ConfigException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The lambdas that this host works for. */
record ServedLambdas(Set<LambdaName> names) {
  /** What one DescribeLambdas call takes. */
  private static final int LAMBDAS_MAX = 100;

  ServedLambdas {
    // In their order, which copyOf would not keep.
    names = Collections.unmodifiableSet(new LinkedHashSet<>(names));
  }

  static ServedLambdas of(List<String> settings) {
    if (settings.isEmpty() || settings.size() > LAMBDAS_MAX) {
      throw new ConfigException(
          "lambdas: " + settings + " (expected: 1-100 names of lambdas that this host works for)");
    }
    var names = new LinkedHashSet<LambdaName>();
    for (var name : settings) {
      try {
        names.add(new LambdaName(name));
      } catch (InvalidFieldException e) {
        throw new ConfigException("lambdas: " + e.getMessage());
      }
    }
    return new ServedLambdas(names);
  }

  @Override
  public String toString() {
    return names.stream().map(LambdaName::value).sorted().collect(Collectors.joining(", "));
  }
}
