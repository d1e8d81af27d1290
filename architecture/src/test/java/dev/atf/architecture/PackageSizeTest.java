package dev.atf.architecture;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks that each package is small enough to be read as one list. */
final class PackageSizeTest {
  /** Limit of the project's design. */
  private static final int FILES_MAX = 25;

  @Test
  void noPackageHasMoreThan25Files() throws IOException {
    var sizes = new TreeMap<Path, Long>();
    for (var module : RoomTable.read().directories()) {
      for (var sources : new String[] {"main", "test"}) {
        sizes.putAll(filesByPackage(Path.of("..", module, "src", sources, "java")));
      }
    }

    assertThat(sizes).hasSizeGreaterThan(100);
    assertThat(sizes)
        .allSatisfy((directory, files) -> assertThat(files).isLessThanOrEqualTo(FILES_MAX));
  }

  private static Map<Path, Long> filesByPackage(Path sources) throws IOException {
    if (!Files.exists(sources)) {
      return Map.of();
    }
    try (var files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .collect(groupingBy(Path::getParent, counting()));
    }
  }
}
