package dev.atf.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestReportTest {
  @TempDir private Path root;

  @Test
  void namesTheFirstFailureOfEachClassThatFailed() throws IOException {
    report("hsc", "system", "a.GoodTest", 3, 1.5, "");
    report(
        "lab/e2e",
        "system",
        "a.BadTest",
        2,
        61.25,
        """
        <testcase name="first"/>
        <testcase name="second"><failure message="expected: 1&#10;but was: 2">at X</failure></testcase>
        <testcase name="third"><error message="later"/></testcase>
        """);

    assertThat(TestReport.read(root, "system").failed())
        .containsExactly("lab/e2e a.BadTest second: expected: 1");
    assertThat(TestReport.read(root, "fast").failed()).isEmpty();
  }

  @Test
  void namesAClassOfTheLevelWhoseJvmReportedNothing() throws IOException {
    report("hsc", "system", "a.ReportedTest", 3, 1.5, "");
    source("hsc", "a.ReportedTest", "@Tag(\"system\") final class ReportedTest {}");
    source("hsc", "a.LostTest", "final class LostTest { @Tag(\"system\") void m() {} }");
    source("hsc", "a.QuickTest", "final class QuickTest {}");

    assertThat(TestReport.read(root.resolve("."), "system").failed())
        .containsExactly("hsc a.LostTest its JVM reported nothing");
  }

  @Test
  void endsWithCountsAndTheSlowest() throws IOException {
    report("hsc", "fast", "a.QuickTest", 3, 1.5, "");
    report("hsc", "fast", "a.SlowTest", 4, 20.5, "");
    report("model", "fast", "b.MiddleTest", 5, 2.0, "");

    assertThat(slowest("fast"))
        .contains("The fast level ran 12 cases in 3 classes, 0 skipped.")
        .containsSubsequence("22.0 s  hsc", "2.0 s  model")
        .containsSubsequence("20.5 s  a.SlowTest (hsc)", "2.0 s  b.MiddleTest", "a.QuickTest")
        .endsWith("WARNING: a.SlowTest took 21 s (expected in the fast level: at most 20 s)\n");
  }

  @Test
  void addsUpAClassThatTwoExecutionsRan() throws IOException {
    report("hsc", "fast", "a.BothTest", 3, 1.5, "");
    Files.move(
        root.resolve("hsc/target/test-reports/fast/TEST-a.BothTest.xml"),
        root.resolve("hsc/target/test-reports/fast/TEST-a.BothTest-again.xml"));
    report("hsc", "fast", "a.BothTest", 1, 0.5, "");

    assertThat(slowest("fast")).contains("ran 4 cases in 1 classes").contains("2.0 s  a.BothTest");
  }

  private String slowest(String level) throws IOException {
    var out = new ByteArrayOutputStream();
    TestReport.read(root, level).printSlowest(new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  private void report(
      String module, String level, String name, int cases, double seconds, String content)
      throws IOException {
    write(
        "%s/target/test-reports/%s/TEST-%s.xml".formatted(module, level, name),
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="%s" time="%s" tests="%d" skipped="0">%s</testsuite>
        """
            .formatted(name, seconds, cases, content));
  }

  private void source(String module, String name, String text) throws IOException {
    write("%s/src/test/java/%s.java".formatted(module, name.replace('.', '/')), text);
  }

  private void write(String path, String text) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
