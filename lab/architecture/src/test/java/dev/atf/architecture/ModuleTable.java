package dev.atf.architecture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The tables of modules in ARCHITECTURE.md. Each module is in one row, alone or with others that
 * may import the same. Where the packages of a row may import different ones, each has another row
 * in the table below.
 */
final class ModuleTable {
  private static final String NAME = "[a-z0-9]+";
  private static final String NAMES = NAME + "(?:, " + NAME + ")*";
  private static final String DIRECTORY = "[a-z0-9/-]+";
  private static final String DIRECTORIES = DIRECTORY + "(?:, " + DIRECTORY + ")*";

  private static final Pattern MODULE =
      Pattern.compile(
          "^\\| (" + DIRECTORIES + ") \\| (" + NAMES + "|–) \\| .* \\| ([^|]+) \\|$",
          Pattern.MULTILINE);

  private static final Pattern PACKAGE =
      Pattern.compile("^\\| `(" + NAME + ")` \\| (" + NAMES + "|–) \\|$", Pattern.MULTILINE);

  private static final String NONE = "–";

  /** Cell of a row whose packages have rows of their own. */
  private static final String BELOW = "below";

  /** Cell of modules that the product does not contain. */
  private static final String ALL = "all";

  /** Directory of the modules that test and measure the product. */
  private static final String LAB = "lab/";

  private final Map<String, Set<String>> mayImport = new LinkedHashMap<>();
  private final List<String> directories = new ArrayList<>();
  private final Set<String> lab = new TreeSet<>();

  private ModuleTable() {}

  static ModuleTable read() {
    var table = new ModuleTable();
    var document = ProjectDocument.read("ARCHITECTURE.md");
    var ofPackages = new LinkedHashMap<String, Set<String>>();
    var packageRow = PACKAGE.matcher(document);
    while (packageRow.find()) {
      ofPackages.put(packageRow.group(1), names(packageRow.group(2)));
    }
    var above = new LinkedHashSet<String>();
    var moduleRow = MODULE.matcher(document);
    while (moduleRow.find()) {
      var packages = names(moduleRow.group(2));
      var directories = names(moduleRow.group(1));
      table.directories.addAll(directories);
      if (directories.stream().allMatch(ModuleTable::isLab)) {
        table.lab.addAll(packages);
      }
      if (!moduleRow.group(3).equals(ALL)) {
        for (var one : packages) {
          var named =
              moduleRow.group(3).equals(BELOW)
                  ? Objects.requireNonNull(ofPackages.get(one), one)
                  : names(moduleRow.group(3));
          requireAbove(named, above, packages);
          table.mayImport.computeIfAbsent(one, unused -> new LinkedHashSet<>()).addAll(named);
        }
      }
      above.addAll(packages);
    }
    return table;
  }

  private static void requireAbove(Set<String> named, Set<String> above, Set<String> beside) {
    for (var one : named) {
      if (!above.contains(one) && !beside.contains(one)) {
        throw new IllegalStateException(one + " (expected: a package of this row or of one above)");
      }
    }
  }

  private static Set<String> names(String cell) {
    return cell.equals(NONE) ? Set.of() : new LinkedHashSet<>(Arrays.asList(cell.split(", ")));
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

  /** Returns the packages, below {@code dev.atf}, whose row names what they import. */
  List<String> packages() {
    return List.copyOf(mayImport.keySet());
  }

  /**
   * @param module package below {@code dev.atf}
   * @return packages below {@code dev.atf}
   */
  List<String> mayImport(String module) {
    return List.copyOf(Objects.requireNonNull(mayImport.get(module), module));
  }
}
