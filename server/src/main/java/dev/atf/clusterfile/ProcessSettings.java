package dev.atf.clusterfile;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.config.EffectiveSettings;
import dev.atf.runtime.config.Setting;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Settings of one process as a file contains them.
 *
 * @param values values by key, whose groups and names are joined by dots; lists are joined by
 *     commas, as in the environment
 */
record ProcessSettings(Map<String, LocatedValue> values) {
  /**
   * Value and its location.
   *
   * @param place path of the value in the file
   */
  record LocatedValue(String value, DocumentPath place) {}

  ProcessSettings {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  ProcessSettings only(Predicate<String> keys) {
    var some = new LinkedHashMap<>(values);
    some.keySet().removeIf(keys.negate());
    return new ProcessSettings(some);
  }

  ProcessSettings and(ProcessSettings others) {
    var all = new LinkedHashMap<>(values);
    all.putAll(others.values);
    return new ProcessSettings(all);
  }

  /** Returns the settings as variables of a process. */
  Map<String, String> variables() {
    var variables = new LinkedHashMap<String, String>();
    values.forEach((key, located) -> variables.put(ConfigLoader.variableOf(key), located.value()));
    return Collections.unmodifiableMap(variables);
  }

  /**
   * Reads the settings as the process does. Refused values are added to {@code problems}.
   *
   * @param defaults records of all settings that the process has
   * @param around path for problems with settings that the file does not contain
   */
  Optional<EffectiveSettings> read(
      List<? extends Record> defaults, DocumentPath around, Problems problems) {
    var known =
        new ConfigLoader(Map.of(), List.of())
            .read(defaults, Optional.empty()).all().stream()
                .collect(Collectors.toMap(Setting::key, Function.identity()));
    values.forEach(
        (key, located) -> {
          if (!known.containsKey(key)) {
            problems.unknown(located.place(), key, known.keySet());
          }
        });
    var variables = new LinkedHashMap<>(variables());
    variables.keySet().retainAll(known.values().stream().map(Setting::variable).toList());
    try {
      return Optional.of(new ConfigLoader(variables, List.of()).read(defaults, Optional.empty()));
    } catch (ConfigException e) {
      for (var problem : e.problems()) {
        var key = problem.substring(0, Math.max(0, problem.indexOf(':')));
        var located = values.get(key);
        problems.add(located == null ? around.child(key) : located.place(), problem);
      }
      return Optional.empty();
    }
  }
}
