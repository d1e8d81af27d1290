package dev.atf.springboot;

import static java.util.stream.Collectors.joining;

import dev.atf.runtime.config.ConfigLoader;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * ATF's settings in the application's properties. They are read by the framework's own loader, so
 * that a supervisor's environment says the same here as elsewhere, and a misspelt one is refused.
 */
final class AtfProperties {
  private static final ConfigurationPropertyName ALL = ConfigurationPropertyName.of("atf");
  private static final ConfigurationPropertyName OF_CLIENT = ALL.append("client");

  private final Environment environment;

  AtfProperties(Environment environment) {
    this.environment = environment;
  }

  /**
   * Settings of an executor, by their names in an environment. Of several spellings of one, that of
   * the first source counts, as Spring orders them: the environment is before a file.
   */
  Map<String, String> ofExecutor() {
    var variables = new HashMap<String, String>();
    for (var source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource names) {
        names.stream()
            .filter(name -> ALL.isAncestorOf(name) && !OF_CLIENT.isAncestorOf(name))
            .forEach(name -> variables.putIfAbsent(variable(name), value(source, name)));
      }
    }
    return variables;
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
