package dev.atf.springboot;

import static java.util.stream.Collectors.joining;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * ATF's settings in the application's properties. They are read by the framework's own loader, so
 * that a supervisor's environment has the same meaning here as elsewhere, and a misspelt setting is
 * refused.
 */
final class AtfProperties {
  private static final ConfigurationPropertyName ALL = ConfigurationPropertyName.of("atf");

  /** Properties in addition to the executor's. */
  private static final List<ConfigurationPropertyName> OTHERS =
      List.of(
          ALL.append("client"),
          ALL.append("mode"),
          ALL.append("directory"),
          ALL.append("outbox"),
          ALL.append("on-stuck-handler"));

  private static final List<String> MODES = List.of("cluster", "embedded");

  private final Environment environment;

  AtfProperties(Environment environment) {
    this.environment = environment;
  }

  /**
   * Returns the settings of an executor, by their names in an environment. If a setting has several
   * spellings, the one from the first source applies, in Spring's order: the environment precedes a
   * file.
   *
   * @throws ConfigException if {@code atf.mode} is unknown
   */
  Map<String, String> ofExecutor() {
    var mode = environment.getProperty("atf.mode", MODES.get(0));
    if (!MODES.contains(mode)) {
      throw new ConfigException("atf.mode: " + mode + " (expected: one of " + MODES + ")");
    }
    var variables = new HashMap<String, String>();
    for (var source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource names) {
        names.stream()
            .filter(name -> ALL.isAncestorOf(name) && OTHERS.stream().noneMatch(within(name)))
            .forEach(name -> variables.putIfAbsent(variable(name), value(source, name)));
      }
    }
    return variables;
  }

  private static Predicate<ConfigurationPropertyName> within(ConfigurationPropertyName name) {
    return other -> other.equals(name) || other.isAncestorOf(name);
  }

  private static String variable(ConfigurationPropertyName name) {
    var key =
        IntStream.range(ALL.getNumberOfElements(), name.getNumberOfElements())
            .mapToObj(element -> name.getElement(element, Form.ORIGINAL))
            .collect(joining("."));
    return ConfigLoader.variableOf(key.replace('-', '_'));
  }

  private String value(ConfigurationPropertySource source, ConfigurationPropertyName name) {
    var property = source.getConfigurationProperty(name);
    return property == null
        ? ""
        : environment.resolvePlaceholders(String.valueOf(property.getValue()));
  }
}
