package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests that the commands which explanations and refusals name are commands of this program. */
final class RemedyCommandsTest {
  private static final Path DOCUMENT = Path.of("../docs/explain.md");
  private static final Path FRONTEND = Path.of("../frontend/src/main/java");
  private static final Pattern DOCUMENTED = Pattern.compile("`\\./atf ([^`]+)`");
  private static final Pattern BUILT =
      Pattern.compile("ShellCommands\\s*\\.atf\\(\\s*\"([^\"]+)\"");
  private static final Map<String, String> PLACEHOLDERS =
      Map.of("TASK", "0".repeat(32), "T", "2026-01-01T00:00:00Z", "COMMAND", "true");

  static Stream<String> documented() {
    return text(DOCUMENT)
        .lines()
        .filter(line -> line.startsWith("| `"))
        .flatMap(line -> commands(line, DOCUMENTED))
        .filter(command -> !command.equals("up"));
  }

  @ParameterizedTest
  @MethodSource("documented")
  void aDocumentedRemedyCanBeParsed(String command) {
    var words =
        Stream.of(command.split(" "))
            .map(word -> PLACEHOLDERS.getOrDefault(word, word.toLowerCase(java.util.Locale.ROOT)))
            .toArray(String[]::new);

    var parsed = AtfCommand.commandLine().parseArgs(words);

    assertThat(parsed.hasSubcommand()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "keys retry mail -- -x",
        "keys skip mail -- --held",
        "job skip mail -- --night -a",
        "job retry --from list mail -- -n",
        "lambda resume --collection=-x mail"
      })
  void namesThatStartWithADashAreNotReadAsOptions(String command) {
    var words = command.split(" ");

    var parsed = AtfCommand.commandLine().parseArgs(words);

    var last = parsed.subcommand().subcommand();
    assertThat(last.matchedPositionals()).isNotEmpty();
    assertThat(last.unmatched()).isEmpty();
    assertThat(last.originalArgs()).endsWith(words[words.length - 1]);
  }

  @Test
  void theCommandsThatTheFrontendNamesExist() throws IOException {
    List<String> built;
    try (var files = Files.walk(FRONTEND)) {
      built =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .flatMap(file -> commands(text(file), BUILT))
              .toList();
    }

    assertThat(built).hasSizeGreaterThan(15).allSatisfy(RemedyCommandsTest::exists);
  }

  /** Follows the words of a command to its subcommand, and checks that it has the options. */
  private static void exists(String command) {
    CommandLine at = AtfCommand.commandLine();
    for (var word : command.split(" ")) {
      if (at.getSubcommands().containsKey(word)) {
        at = at.getSubcommands().get(word);
      } else if (word.startsWith("--") && word.length() > 2) {
        assertThat(at.getCommandSpec().findOption(word)).as(word + " of " + command).isNotNull();
      }
    }
    assertThat(at.getSubcommands().isEmpty() || command.startsWith("worker --"))
        .as("`%s` names a command, not a group", command)
        .isTrue();
  }

  private static Stream<String> commands(String text, Pattern pattern) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList().stream();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
