package dev.atf.local.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the documents about settings match the records. */
final class SettingsDocTest {
  private static final Path PAGE = Path.of("../../docs/settings.md");
  private static final String BEGIN = "<!-- settings of %s: generated -->\n";
  private static final String END = "<!-- end of settings of %s -->";
  private static final String HOW =
      " is stale; make it again with: ./mvnw -pl standalone/local -am test -Dtest=SettingsDocTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Datf.docs.update=true";

  /** File of the descriptions; Surefire runs in the module's directory. */
  private static final Path LINES =
      Path.of("src/main/resources/dev/atf/local/settings", SettingDescriptions.RESOURCE);

  static Stream<String> modules() {
    return SettingsDocument.tables().keySet().stream();
  }

  @Test
  void everySettingHasADescriptionOfOneLine() {
    assertThat(SettingsDocument.descriptions())
        .hasSizeGreaterThan(100)
        .allSatisfy(
            (component, line) ->
                assertThat(line).as("@param of " + component).isNotBlank().hasSizeLessThan(200));
  }

  @Test
  void theDescriptionsOfTheCommandLineAreThoseOfTheRecords() throws IOException {
    if (updating()) {
      Files.createDirectories(LINES.getParent());
      Files.writeString(LINES, SettingsDocument.properties());
    }

    assertThat(LINES).as(LINES + HOW).exists().hasContent(SettingsDocument.properties());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void theTableOfAModuleMatchesItsRecords(String module) throws IOException {
    var begin = BEGIN.formatted(module);
    var end = END.formatted(module);
    var text = Files.readString(PAGE);
    assertThat(text).as(PAGE.toString()).containsOnlyOnce(begin).containsOnlyOnce(end);
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf(end);
    var generated = SettingsDocument.table(module);
    if (updating()) {
      text = text.substring(0, from) + generated + text.substring(to);
      Files.writeString(PAGE, text);
      to = text.indexOf(end);
    }

    assertThat(text.substring(from, to)).as(PAGE + HOW).isEqualTo(generated);
  }

  private static boolean updating() {
    return Boolean.getBoolean("atf.docs.update");
  }
}
