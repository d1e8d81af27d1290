package dev.atf.architecture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The table of modules in ARCHITECTURE.md. */
final class ModuleTable {
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| ([a-z0-9/-]+) \\| (?:dev\\.atf\\.([a-z0-9]+)|–) \\| .* \\| ([^|]+) \\|$",
          Pattern.MULTILINE);
  private static final String NONE = "–";
  private static final String ALL_ABOVE_BUT = "all of the above but ";

  /** Directory of the modules that test and measure the product. */
  private static final String LAB = "lab/";

  /** Cell of a module that the product does not contain. */
  private static final String ALL = "all";

  private final Map<String, List<String>> mayImport = new LinkedHashMap<>();
  private final List<String> directories = new ArrayList<>();
  private final Set<String> lab = new TreeSet<>();

  private ModuleTable() {}

  static ModuleTable read() {
    var table = new ModuleTable();
    var packages = new LinkedHashMap<String, String>();
    var row = ROW.matcher(ProjectDocument.read("ARCHITECTURE.md"));
    while (row.find()) {
      table.directories.add(row.group(1));
      if (row.group(2) == null) {
        continue;
      }
      if (!row.group(3).equals(ALL)) {
        table.mayImport.put(row.group(2), modules(row.group(3), packages));
      }
      packages.put(row.group(1), row.group(2));
      if (isLab(row.group(1))) {
        table.lab.add(row.group(2));
      }
    }
    return table;
  }

  /**
   * @param above the package of each directory in the rows above
   */
  private static List<String> modules(String cell, Map<String, String> above) {
    if (cell.equals(NONE)) {
      return List.of();
    }
    if (!cell.startsWith(ALL_ABOVE_BUT)) {
      return Arrays.stream(cell.split(", "))
          .map(directory -> Objects.requireNonNull(above.get(directory), directory))
          .toList();
    }
    var but = Objects.requireNonNull(above.get(cell.substring(ALL_ABOVE_BUT.length())), cell);
    return above.values().stream().filter(module -> !module.equals(but)).toList();
  }

  /** Returns the directories of all modules, in the table's order. */
  List<String> directories() {
    return List.copyOf(directories);
  }

  /** Returns whether a directory is of the lab. */
  static boolean isLab(String directory) {
    return directory.startsWith(LAB);
  }

  /** Returns the packages, below {@code dev.atf}, of the lab's modules. */
  Set<String> lab() {
    return Set.copyOf(lab);
  }

  /**
   * Returns the packages, below {@code dev.atf}, of the modules whose row names what they import.
   */
  List<String> packages() {
    return List.copyOf(mayImport.keySet());
  }

  /**
   * @param module package below {@code dev.atf}
   * @return packages below {@code dev.atf}
   */
  List<String> mayImport(String module) {
    return Objects.requireNonNull(mayImport.get(module), module);
  }
}
