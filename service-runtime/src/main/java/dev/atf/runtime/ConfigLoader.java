package dev.atf.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads the settings of one service: its defaults, then a YAML file, then the environment, each
 * over the one before. Keys are those of the settings' record; {@code lease.callTimeout} in the
 * file is {@code ATF_LEASE_CALL_TIMEOUT} in the environment. A key that the service does not know
 * is refused with the nearest that it knows.
 */
public final class ConfigLoader {
  private static final String ENV_PREFIX = "ATF_";
  private static final ObjectMapper JSON = ConfigMapper.json();
  private static final YAMLMapper YAML = new YAMLMapper();

  private final Map<String, String> environment;
  private final List<String> notOurs;

  /**
   * @param notOurs variables with our prefix that are meant for others, such as the command line
   */
  public ConfigLoader(Map<String, String> environment, List<String> notOurs) {
    this.environment = new TreeMap<>(environment);
    this.notOurs = List.copyOf(notOurs);
  }

  /**
   * @param defaults a record with every setting at its default
   * @throws ConfigException if a key is unknown, or a value is refused
   */
  public <T extends Record> T load(T defaults, Optional<Path> file) {
    ObjectNode settings = JSON.valueToTree(defaults);
    file.ifPresent(path -> overlay(settings, readFile(path), "", path.toString()));
    overlayEnvironment(settings);
    return convert(settings, defaults);
  }

  /** The names in the environment of all settings of a service. */
  public static Set<String> variablesOf(Record defaults) {
    var leaves = new TreeMap<String, Leaf>();
    collectLeaves(JSON.valueToTree(defaults), ENV_PREFIX, leaves);
    return leaves.keySet();
  }

  private static <T extends Record> T convert(ObjectNode settings, T defaults) {
    try {
      @SuppressWarnings("unchecked")
      var type = (Class<T>) defaults.getClass();
      return JSON.treeToValue(settings, type);
    } catch (JsonProcessingException e) {
      throw new ConfigException(message(e));
    }
  }

  /** Which setting it is about, as far as Jackson knows, and what the innermost cause says. */
  private static String message(JsonProcessingException e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    var text =
        cause instanceof JsonProcessingException json
            ? json.getOriginalMessage()
            : String.valueOf(cause.getMessage());
    var path = path(e);
    if (path.isEmpty() || text.startsWith(path)) {
      return text;
    }
    // A group's own constructor names the setting within the group.
    return path + (e instanceof ValueInstantiationException ? "." : ": ") + text;
  }

  private static String path(JsonProcessingException e) {
    return e instanceof JsonMappingException mapping
        ? mapping.getPath().stream()
            .map(JsonMappingException.Reference::getFieldName)
            .filter(Objects::nonNull)
            .collect(Collectors.joining("."))
        : "";
  }

  private static JsonNode readFile(Path path) {
    try {
      var read = YAML.readTree(Files.readString(path));
      return read.isMissingNode() || read.isNull() ? YAML.createObjectNode() : read;
    } catch (JsonProcessingException e) {
      throw new ConfigException(path + ": " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new ConfigException(path + ": cannot be read: " + e.getMessage());
    }
  }

  private static void overlay(ObjectNode base, JsonNode over, String path, String source) {
    if (!over.isObject()) {
      throw new ConfigException(
          "%s: %s is not a group of settings"
              .formatted(
                  source, path.isEmpty() ? "the whole" : path.substring(0, path.length() - 1)));
    }
    for (var entry : over.properties()) {
      var key = path + entry.getKey();
      var present = base.get(entry.getKey());
      if (present == null) {
        var known = new ArrayList<String>();
        base.fieldNames().forEachRemaining(known::add);
        throw new ConfigException(
            "%s: unknown setting %s; did you mean %s?"
                .formatted(source, key, path + nearest(entry.getKey(), known)));
      }
      if (entry.getValue().isNull()) {
        throw new ConfigException("%s: %s has no value".formatted(source, key));
      }
      if (present instanceof ObjectNode group) {
        overlay(group, entry.getValue(), key + ".", source);
      } else {
        base.set(entry.getKey(), entry.getValue());
      }
    }
  }

  private void overlayEnvironment(ObjectNode settings) {
    var leaves = new TreeMap<String, Leaf>();
    collectLeaves(settings, ENV_PREFIX, leaves);
    for (var variable : environment.entrySet()) {
      var name = variable.getKey();
      if (!name.startsWith(ENV_PREFIX) || notOurs.contains(name)) {
        continue;
      }
      var leaf = leaves.get(name);
      if (leaf == null) {
        throw new ConfigException(
            "environment: unknown setting %s; did you mean %s?"
                .formatted(name, nearest(name, List.copyOf(leaves.keySet()))));
      }
      leaf.set(variable.getValue());
    }
  }

  private static void collectLeaves(ObjectNode group, String prefix, Map<String, Leaf> found) {
    for (var entry : group.properties()) {
      var name = prefix + upperSnake(entry.getKey());
      if (entry.getValue() instanceof ObjectNode inner) {
        collectLeaves(inner, name + "_", found);
      } else {
        found.put(name, new Leaf(group, entry.getKey()));
      }
    }
  }

  private static String upperSnake(String camel) {
    return camel.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
  }

  private static String nearest(String name, List<String> known) {
    return NearestName.of(name, known).orElse("none");
  }

  /** One setting in the tree, for a variable to set. */
  private record Leaf(ObjectNode group, String key) {
    void set(String value) {
      if (group.get(key).isArray()) {
        var array = group.putArray(key);
        for (var part : value.split(",", -1)) {
          if (!part.isBlank()) {
            array.add(part.strip());
          }
        }
      } else {
        group.put(key, value);
      }
    }
  }
}
