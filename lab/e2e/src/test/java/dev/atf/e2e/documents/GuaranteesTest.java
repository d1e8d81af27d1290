package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that every promise of {@code docs/guarantees.md} and every threat of {@code
 * docs/security.md} has a test with its id as a tag, and that the tests that documents name exist.
 */
final class GuaranteesTest {
  private static final Pattern PROMISE = Pattern.compile("(?m)^(?:- \\*\\*|\\| )([A-Z]+\\d+)\\b");
  private static final Pattern EDGE = Pattern.compile("\\*\\*(E\\d+)\\*\\*");
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"([A-Z]+\\d+(?:\\.\\d)?)\"\\)");
  private static final Pattern NAMED =
      Pattern.compile("`([A-Z]\\w*(?:Test|Contract|IT))(?:\\.(\\w+))?`");

  /** Questions that do not arise at their edge, and what is protected by leaving something out. */
  private static final Set<String> WITHOUT_TEST = Set.of("E2.2", "E4.6", "E5.5", "E6.4", "T15");

  @Test
  void everyPromiseHasATestAndNoTestHasAnotherId() throws IOException {
    var tagged =
        testSources().values().stream()
            .flatMap(source -> TAG.matcher(source).results())
            .map(tag -> tag.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(tagged).isEqualTo(promises());
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    var sources = testSources();
    var pages =
        Stream.of("guarantees", "performance", "protocol", "security", "verification")
            .map(GuaranteesTest::page)
            .collect(Collectors.joining());

    assertThat(NAMED.matcher(pages).results())
        .isNotEmpty()
        .allSatisfy(
            test -> {
              assertThat(sources).containsKey(test.group(1));
              if (test.group(2) != null) {
                assertThat(sources.get(test.group(1))).contains("void " + test.group(2) + "(");
              }
            });
  }

  private static Set<String> promises() {
    var ids = new TreeSet<String>();
    PROMISE
        .matcher(page("guarantees") + page("security"))
        .results()
        .map(row -> row.group(1))
        .filter(id -> !id.matches("E\\d+"))
        .forEach(ids::add);
    EDGE.matcher(page("guarantees"))
        .results()
        .flatMap(edge -> IntStream.rangeClosed(1, 6).mapToObj(n -> edge.group(1) + "." + n))
        .forEach(ids::add);
    ids.removeAll(WITHOUT_TEST);
    return ids;
  }

  private static String page(String name) {
    return Project.document("docs/" + name + ".md") + "\n";
  }

  /** Returns the text of each test class by its name, or of several of one name. */
  private static Map<String, String> testSources() throws IOException {
    var sources = new TreeMap<String, String>();
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
