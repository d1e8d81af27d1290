package dev.atf.architecture;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Checks that a test of the fast level that starts a process fails and names the tag it needs. */
@EnabledOnOs(OS.LINUX)
final class TestLevelTest {
  @Test
  @EnabledIfSystemProperty(named = "jdk.lang.Process.launchMechanism", matches = ".+")
  void startingAProcessWithoutTheSystemTagIsRefused() {
    assertThatThrownBy(() -> new ProcessBuilder("true").start())
        .isInstanceOf(Error.class)
        .hasStackTraceContaining("NONE_IN_A_TEST_WITHOUT_THE_TAG_SYSTEM");
  }
}
