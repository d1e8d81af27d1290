package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that every id of {@code docs/guarantees.md} exists, and every test that it and other
 * documents name.
 */
final class GuaranteesTest {
  private static final Pattern NAMED =
      Pattern.compile("`([A-Z]\\w*(?:Test|Contract|IT))\\.(\\w+)`");

  private static final Pattern NAMED_CLASS =
      Pattern.compile("`([A-Z]\\w*(?:Test|Contract|IT))[`.]");

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    var sources = testSources();
    var missing = new TreeSet<String>();
    var named = NAMED.matcher(documents("guarantees", "security", "capabilities", "verification"));
    int count = 0;
    while (named.find()) {
      count++;
      var source = sources.getOrDefault(named.group(1), "");
      if (!Pattern.compile("void " + named.group(2) + "\\(").matcher(source).find()) {
        missing.add(named.group());
      }
    }

    assertThat(missing).isEmpty();
    assertThat(count).isGreaterThan(100);
  }

  @Test
  void everyTestClassThatIsNamedExists() throws IOException {
    var named = NAMED_CLASS.matcher(documents("capabilities", "verification")).results();

    assertThat(named.map(name -> name.group(1)).distinct())
        .hasSizeGreaterThan(100)
        .isSubsetOf(testSources().keySet());
  }

  @Test
  void everyFailureAndEveryBadInputHasARowWithATestOrAReason() {
    var rows = document().lines().filter(line -> line.startsWith("| ")).toList();

    assertThat(unshown(rows, "F", 31)).as("failures").isEmpty();
    assertThat(unshown(rows, "B", 28)).as("bad inputs").isEmpty();
    assertThat(rows.stream().filter(row -> row.startsWith("| E")).toList())
        .hasSizeGreaterThanOrEqualTo(54)
        .allMatch(row -> NAMED.matcher(row).find());
  }

  private static List<String> unshown(List<String> rows, String prefix, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> prefix + number)
        .filter(
            id ->
                rows.stream()
                    .filter(row -> row.startsWith("| " + id + " |"))
                    .noneMatch(row -> NAMED.matcher(row).find() || row.contains("not here: ")))
        .toList();
  }

  private static String documents(String... names) {
    return Stream.of(names)
        .map(name -> Project.document("docs/" + name + ".md"))
        .collect(Collectors.joining());
  }

  private static String document() {
    return Project.document("docs/guarantees.md");
  }

  private static Map<String, String> testSources() throws IOException {
    var sources = new HashMap<String, String>();
    var roots =
        Project.modules().stream()
            .map(module -> Project.ROOT.resolve(module).resolve("src/test/java"))
            .filter(Files::isDirectory)
            .toList();
    for (var root : roots) {
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(
                file ->
                    sources.merge(
                        file.getFileName().toString().replace(".java", ""),
                        read(file),
                        String::concat));
      }
    }
    return sources;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
