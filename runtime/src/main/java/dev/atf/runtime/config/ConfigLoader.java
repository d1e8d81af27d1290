package dev.atf.runtime.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the settings of one service: its defaults, a YAML file, and the environment. A later source
 * overrides an earlier one. Keys are those of the settings' record; {@code lease.callTimeout} in
 * the file is {@code ATF_LEASE_CALL_TIMEOUT} in the environment. An unknown key is refused with the
 * nearest known one. All problems are reported at once.
 */
public final class ConfigLoader {
  static final String ENV_PREFIX = "ATF_";

  /** Variables with the framework's prefix that are not settings of a service. */
  public static final List<String> NOT_SETTINGS =
      List.of(
          "ATF_SERVER",
          "ATF_CALL_TIMEOUT",
          "ATF_JAVA_OPTS",
          "ATF_HOME",
          "ATF_LOG",
          "ATF_LOG_FORMAT",
          "ATF_COLUMNS",
          "ATF_PROGRESS",
          "ATF_TOKEN",
          "ATF_TOKEN_FILE");

  private final Map<String, String> environment;
  private final List<String> notOurs;

  /**
   * Creates a loader that reads variables of an environment.
   *
   * @param notOurs variables with the framework's prefix that other programs read, such as the
   *     command line
   */
  public ConfigLoader(Map<String, String> environment, List<String> notOurs) {
    this.environment = new TreeMap<>(environment);
    this.notOurs = List.copyOf(notOurs);
  }

  /**
   * Reads the settings of one record.
   *
   * @param defaults a record with every setting at its default
   * @throws ConfigException if a key is unknown, or a value is refused
   */
  public <T extends Record> T load(T defaults, Optional<Path> file) {
    @SuppressWarnings("unchecked")
    var type = (Class<T>) defaults.getClass();
    return read(List.of(defaults), file).of(type);
  }

  /**
   * Reads records that share one file and one environment, with the source of each setting.
   *
   * @param defaults records without a component in common
   * @throws ConfigException if a key is unknown, or a value is refused
   */
  public EffectiveSettings read(List<? extends Record> defaults, Optional<Path> file) {
    var groups = defaults.stream().map(SettingGroup::of).toList();
    var problems = new ArrayList<String>();
    file.ifPresent(path -> new FileReading(path, problems).over(groups));
    overlayEnvironment(groups, problems);
    var records = groups.stream().map(group -> group.bind(problems)).toList();
    if (!problems.isEmpty()) {
      throw new ConfigException(problems.stream().map(Secrets::hideIn).distinct().toList());
    }
    var settings = new ArrayList<Setting>();
    for (int i = 0; i < groups.size(); i++) {
      groups.get(i).collect(records.get(i), settings);
    }
    return new EffectiveSettings(records, settings);
  }

  /**
   * Returns the environment variable of a setting.
   *
   * @param key name of the setting in a file, with groups and name joined by dots
   */
  public static String variableOf(String key) {
    return ENV_PREFIX
        + key.replace('.', '_').replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
  }

  /** Returns the environment variables of all settings of a service. */
  public static Set<String> variablesOf(Record defaults) {
    return SettingGroup.of(defaults)
        .allLeaves()
        .map(SettingLeaf::variable)
        .collect(Collectors.toSet());
  }

  private void overlayEnvironment(List<SettingGroup> groups, List<String> problems) {
    var leaves = new TreeMap<String, SettingLeaf>();
    groups.stream()
        .flatMap(SettingGroup::allLeaves)
        .forEach(leaf -> leaves.put(leaf.variable(), leaf));
    environment.forEach(
        (name, value) -> {
          var leaf = leaves.get(name);
          if (!name.startsWith(ENV_PREFIX) || notOurs.contains(name)) {
            return;
          }
          if (leaf == null) {
            problems.add(
                "environment: unknown setting %s; did you mean %s?"
                    .formatted(name, NearestName.of(name, leaves.keySet()).orElse("none")));
          } else {
            leaf.setFromEnvironment(value);
          }
        });
  }

  /** Reader of one file, whose values override the defaults. */
  private record FileReading(Path file, List<String> problems) {
    void over(List<SettingGroup> groups) {
      try {
        var read = YamlFiles.read(file);
        if (!read.isMissingNode() && !read.isNull()) {
          overlay(groups, read, "");
        }
      } catch (JsonProcessingException e) {
        problems.add(file + ": " + e.getOriginalMessage());
      } catch (IOException e) {
        problems.add(file + ": cannot be read: " + e.getMessage());
      }
    }

    /**
     * Applies the values of a document to the groups at a path.
     *
     * @param groups groups of settings that share {@code path}
     */
    private void overlay(List<SettingGroup> groups, JsonNode over, String path) {
      if (!over.isObject()) {
        problems.add(
            "%s: %s is not a group of settings"
                .formatted(
                    file, path.isEmpty() ? "the whole" : path.substring(0, path.length() - 1)));
        return;
      }
      over.properties().forEach(entry -> overlay(groups, entry.getKey(), entry.getValue(), path));
    }

    private void overlay(List<SettingGroup> groups, String name, JsonNode value, String path) {
      var key = path + name;
      var leaf = groups.stream().flatMap(g -> Stream.ofNullable(g.leaves().get(name))).findFirst();
      var group = groups.stream().flatMap(g -> Stream.ofNullable(g.groups().get(name))).toList();
      if (leaf.isEmpty() && group.isEmpty()) {
        var known =
            groups.stream()
                .flatMap(
                    g -> Stream.concat(g.leaves().keySet().stream(), g.groups().keySet().stream()))
                .toList();
        problems.add(
            "%s: unknown setting %s; did you mean %s?"
                .formatted(file, key, path + NearestName.of(name, known).orElse("none")));
      } else if (value.isNull()) {
        problems.add("%s: %s has no value".formatted(file, key));
      } else if (leaf.isPresent()) {
        leaf.get().sayInFile(value, new SettingSource.InFile(file, key));
      } else {
        overlay(group, value, key + ".");
      }
    }
  }

  /**
   * Reads YAML settings files with Jackson's YAML library, if it is on the class path. Programs
   * that take their settings from the environment do not need it.
   */
  private static final class YamlFiles {
    private static final Optional<ObjectMapper> YAML =
        ServiceLoader.load(JsonFactory.class, JsonFactory.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .filter(factory -> factory.getFormatName().equals("YAML"))
            .findFirst()
            .map(ObjectMapper::new);

    private YamlFiles() {}

    static JsonNode read(Path file) throws IOException {
      var text = Files.readString(file);
      return YAML.orElseThrow(YamlFiles::missing).readTree(text);
    }

    private static IOException missing() {
      return new IOException(
          "no library for YAML (expected: com.fasterxml.jackson.dataformat:jackson-dataformat-yaml"
              + " on the class path)");
    }
  }
}
