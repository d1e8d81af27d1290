package dev.atf.e2e.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Directory of the whole project: the one that holds the Maven wrapper. */
public final class Project {
  public static final Path ROOT = root();

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private Project() {}

  /**
   * @param path from the root
   */
  public static String document(String path) {
    try {
      return Files.readString(ROOT.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the directories of all modules, from the root. */
  public static List<String> modules() {
    return Stream.concat(
            productModules().stream(), modulesIn("lab/pom.xml").map(module -> "lab/" + module))
        .toList();
  }

  /** Returns the directories of the modules outside of the lab, from the root. */
  public static List<String> productModules() {
    return modulesIn("pom.xml").filter(module -> !module.equals("lab")).toList();
  }

  private static Stream<String> modulesIn(String pom) {
    return MODULE.matcher(document(pom)).results().map(module -> module.group(1));
  }

  private static Path root() {
    var directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("mvnw"))) {
      directory = Objects.requireNonNull(directory.getParent());
    }
    return directory;
  }
}
