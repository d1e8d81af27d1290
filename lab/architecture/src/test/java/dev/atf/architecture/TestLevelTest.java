package dev.atf.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the levels of tests, and that each module says which of them it has (ADR 0093). */
final class TestLevelTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  @EnabledIfSystemProperty(named = "jdk.lang.Process.launchMechanism", matches = ".+")
  void startingAProcessWithoutTheSystemTagIsRefused() {
    assertThatThrownBy(() -> new ProcessBuilder("true").start())
        .isInstanceOf(Error.class)
        .hasStackTraceContaining("NONE_IN_A_TEST_WITHOUT_THE_TAG_SYSTEM");
  }

  static Stream<String> modules() {
    return ModuleTable.read().directories().stream();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleStartsATestJvmOnlyInTheLevelsThatItHasTestsOf(String module) throws IOException {
    var pom = ProjectDocument.read(module + "/pom.xml");

    assertThat(pom.contains("<test.withoutSystem>false"))
        .as("%s/pom.xml: test.withoutSystem is false where a test has the tag system", module)
        .isEqualTo(hasTests(module, "@Tag(\"system\")"));
    assertThat(pom.contains("<test.withoutNightly>false"))
        .as("%s/pom.xml: test.withoutNightly is false where a test has the tag nightly", module)
        .isEqualTo(hasTests(module, "@Tag(\"nightly\")") || pom.contains("failsafe"));
  }

  private static boolean hasTests(String module, String tag) throws IOException {
    var tests = ProjectDocument.path(module + "/src/test/java");
    if (!Files.exists(tests)) {
      return false;
    }
    try (var files = Files.walk(tests)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .anyMatch(file -> read(file).contains(tag));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
