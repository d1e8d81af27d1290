package dev.atf.springboot;

import dev.atf.runtime.ConfigLoader;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * What the application's properties say of ATF. They are read by the framework's own loader, so
 * that a supervisor's environment says the same here as elsewhere, and a misspelt one is refused.
 */
final class AtfProperties {
  private static final String CLIENT = "client.";

  private final Environment environment;

  AtfProperties(Environment environment) {
    this.environment = environment;
  }

  /** Settings of an executor, by their names in an environment. */
  Map<String, String> ofExecutor() {
    var variables = new HashMap<String, String>();
    Binder.get(environment)
        .bind("atf", Bindable.mapOf(String.class, String.class))
        .orElseGet(Map::of)
        .forEach(
            (name, value) -> {
              if (!name.startsWith(CLIENT)) {
                variables.put(ConfigLoader.variableOf(name.replace('-', '_')), value);
              }
            });
    return variables;
  }
}
