package dev.atf.executor.core.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which names patterns of outputs match, and how long they take. */
final class OutputPatternsTest {
  private static final List<String> PATTERN_PARTS =
      List.of(
          "a", "b", "-", "/", "*", "**", "?", "{", "}", ",", "[", "]", "!", "^", "\\", "[a-b]",
          "é");
  private static final List<String> NAME_PARTS = List.of("a", "b", "-", "/", ",", "}", "^", "é");

  @ParameterizedTest
  @CsvSource({
    "*.txt, a.txt, true",
    "*.txt, d/a.txt, false",
    "**/*.txt, a.txt, true",
    "**/*.txt, d/e/a.txt, true",
    "a/**/b, a/b, true",
    "a/**/b, a/c/d/b, true",
    "a/**/b, ab, false",
    "**/a/**/b, a/b, true",
    "logs/**, logs/x/y, true",
    "logs/**, logs, false",
    "'{a,b*}.{csv,json}', b1.json, true",
    "'{a,b*}.{csv,json}', c.json, false",
    "'{a,}b', b, true",
    "[!a-c]x, dx, true",
    "[!a-c]x, bx, false",
    "[!a]b, /b, false",
    "?, \uD83D\uDE00, true",
    "\\*, *, true",
    "\\*, a, false",
  })
  void patternsMatch(String pattern, String name, boolean matches) throws Exception {
    assertThat(OutputPatterns.of(List.of(pattern)).matches(name)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[a", "[]", "[!]", "[a/b]", "[b-a]", "{a", "{a,{b}}", "a\\"})
  void whatIsNoPatternIsRefused(String pattern) {
    assertThatThrownBy(() -> OutputPatterns.of(List.of(pattern)))
        .isInstanceOf(StagingFailedException.class);
  }

  @Test
  void patternsMatchAsThoseOfTheJdkDo() throws Exception {
    var random = new Random(5);
    int compared = 0;
    while (compared < 5_000) {
      var pattern = "x" + drawn(random, PATTERN_PARTS, 6);
      var name = Path.of("x" + drawn(random, NAME_PARTS, 5));
      // The JDK demands a directory for these.
      if (pattern.contains("/**/")) {
        continue;
      }
      try {
        var matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        assertThat(OutputPatterns.of(List.of(pattern)).matches(name.toString()))
            .as("%s of %s", name, pattern)
            .isEqualTo(matcher.matches(name));
        compared++;
      } catch (PatternSyntaxException e) {
        // No pattern.
      }
    }
  }

  private static String drawn(Random random, List<String> parts, int max) {
    return IntStream.range(0, random.nextInt(max + 1))
        .mapToObj(i -> parts.get(random.nextInt(parts.size())))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @ValueSource(strings = {"*a", "**a", "*?", "**/", "{a,aa}", "{*,**}", "*[a-b]"})
  @Tag("T16")
  void theWorstPatternsAndNamesTakeNotLong(String repeated) {
    var patterns = Collections.nCopies(4, repeated.repeat(250 / repeated.length()) + "c");

    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          var all = OutputPatterns.of(patterns);
          for (int i = 0; i < 5; i++) {
            assertThat(all.matches("a".repeat(200) + i)).isFalse();
          }
        });
  }
}
