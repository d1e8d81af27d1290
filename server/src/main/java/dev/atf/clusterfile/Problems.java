package dev.atf.clusterfile;

import dev.atf.model.check.FieldViolation;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.NearestName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Problems of a file, each with its line. The list is complete. */
final class Problems {
  /** Maximum number of problems, which is more than anyone fixes at once. */
  private static final int FOUND_MAX = 100;

  private final Path file;
  private final Lines lines;
  private final List<String> found = new ArrayList<>();

  Problems(Path file, Lines lines) {
    this.file = file;
    this.lines = lines;
  }

  void add(DocumentPath place, Object value, String expected) {
    add(place, new FieldViolation(place.path(), String.valueOf(value), expected).toString());
  }

  /**
   * Adds a problem.
   *
   * @param problem sentence without the path
   */
  void add(DocumentPath place, String problem) {
    if (found.size() < FOUND_MAX) {
      found.add("%s:%d: %s".formatted(file, lines.of(place), problem));
    }
  }

  /**
   * Adds an unknown field, with the nearest known name.
   *
   * @param name name of {@code place}
   * @param known names that would be valid there
   */
  void unknown(DocumentPath place, String name, Collection<String> known) {
    add(
        place,
        "unknown field",
        NearestName.of(name, known).map(near -> near + ", the nearest known").orElse("no field"));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /**
   * Refuses the file if it has problems.
   *
   * @throws ConfigException with all problems
   */
  void refuse() {
    if (!found.isEmpty()) {
      throw new ConfigException(found);
    }
  }
}
