package dev.atf.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Unit of systemd in {@code packaging/systemd}.
 *
 * @param settings the last value of each setting, except {@code Environment}, whose variables are
 *     in {@code variables}
 */
record SystemdUnit(String service, Map<String, String> settings, Map<String, String> variables) {
  static final Path DIRECTORY = Path.of("..", "packaging", "systemd");

  /** Reads the unit of a service of {@code atf}. */
  static SystemdUnit of(String service) {
    var settings = new HashMap<String, String>();
    var variables = new HashMap<String, String>();
    for (var line : lines(DIRECTORY.resolve("atf-" + service + ".service"))) {
      int equals = line.indexOf('=');
      if (line.startsWith("#") || equals < 0) {
        continue;
      }
      var name = line.substring(0, equals);
      var value = line.substring(equals + 1);
      if (name.equals("Environment")) {
        int end = value.indexOf('=');
        variables.put(value.substring(0, end), value.substring(end + 1));
      } else {
        settings.put(name, value);
      }
    }
    return new SystemdUnit(service, Map.copyOf(settings), Map.copyOf(variables));
  }

  /** Returns a setting; empty if it is absent. */
  String setting(String name) {
    return settings.getOrDefault(name, "");
  }

  /**
   * Returns the words of the command line, as systemd expands these variables: one word for {@code
   * ${NAME}}, and one or more for {@code $NAME}.
   */
  List<String> command(Map<String, String> environment) {
    var words = new ArrayList<String>();
    for (var word : setting("ExecStart").split(" ")) {
      if (word.startsWith("${")) {
        words.add(environment.get(word.substring(2, word.length() - 1)));
      } else if (word.startsWith("$")) {
        var value = environment.get(word.substring(1));
        words.addAll(value.isEmpty() ? List.of() : List.of(value.split(" ")));
      } else {
        words.add(word);
      }
    }
    return words;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
