package dev.atf.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which archive of classes {@code ./atf} starts with (ADR 0063), in a checkout whose build is
 * fresh and with a JVM that only tells how it was called.
 */
@Tag("system")
@DisabledOnOs(OS.WINDOWS)
final class AtfScriptTest {
  private static final Instant BUILT = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path home;

  private Path archive = Path.of("");

  @BeforeEach
  void checkout() throws Exception {
    var root = Path.of("").toAbsolutePath().getParent().getParent();
    executable("atf", Files.readString(root.resolve("atf")));
    executable(
        "lab/rigs/archive-classes", Files.readString(root.resolve("lab/rigs/archive-classes")));
    executable("jdk/bin/java", "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\n");
    write("jdk/release", "JAVA_VERSION=\"17\"\n");
    write("pom.xml", "");
    write("lab/rigs/target/atf/a.jar", "");
    write("lab/rigs/target/atf/DynamoDBLocal-1.jar", "");
    write("lab/rigs/target/atf/built", "");
    write("target/.keep", "");
    try (var files = Files.walk(home)) {
      for (var file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(BUILT.minusSeconds(60)));
      }
    }
    Files.setLastModifiedTime(home.resolve("lab/rigs/target/atf/built"), FileTime.from(BUILT));
    archive = home.resolve("lab/rigs/target/archives").resolve(checksum() + ".jsa");
  }

  @Test
  void anArchiveOfThisBuildIsUsed() throws Exception {
    writeArchive("classes", BUILT.plusSeconds(1));

    assertThat(atf(Map.of(), "--help")).contains("-XX:SharedArchiveFile=" + archive);
  }

  @Test
  void jarsOfDynamoDbLocalComeLast() throws Exception {
    writeArchive("classes", BUILT.plusSeconds(1));

    var dist = home.resolve("lab/rigs/target/atf");
    assertThat(atf(Map.of(), "--help"))
        .contains(dist.resolve("a.jar") + ":" + dist.resolve("DynamoDBLocal-1.jar"));
  }

  @Test
  void anEmptyArchiveTellsThatThisJdkMakesNone() throws Exception {
    writeArchive("", BUILT.plusSeconds(1));

    assertThat(atf(Map.of(), "--help")).noneMatch(word -> word.contains("SharedArchiveFile"));
    assertThat(archive).isEmptyFile();
  }

  @Test
  void anArchiveOfAnEarlierBuildIsMadeAgainAndNotUsed() throws Exception {
    writeArchive("classes of before", BUILT.minusSeconds(1));

    assertThat(atf(Map.of(), "--help")).noneMatch(word -> word.contains("SharedArchiveFile"));

    // The JVM of this test makes none.
    await().until(() -> Files.exists(archive) && Files.size(archive) == 0);
  }

  @Test
  void anAgentOrARecordingSwitchesTheArchiveOff() throws Exception {
    writeArchive("classes", BUILT.plusSeconds(1));

    for (var options : List.of("-javaagent:some.jar", "-XX:StartFlightRecording")) {
      assertThat(atf(Map.of("JAVA_TOOL_OPTIONS", options), "--help"))
          .as(options)
          .noneMatch(word -> word.contains("SharedArchiveFile"));
    }
  }

  @Test
  void ofTwoThatMakeAnArchiveOneDoes() throws Exception {
    var first = makeArchive();
    var second = makeArchive();

    assertThat(List.of(first.waitFor(), second.waitFor())).containsOnly(0);

    try (var files = Files.list(archive.getParent())) {
      assertThat(files.map(Path::getFileName).map(Path::toString))
          .as("neither leaves a part of an archive behind")
          .containsExactlyInAnyOrder(
              archive.getFileName().toString(), archive.getFileName() + ".lock");
    }
  }

  private Process makeArchive() throws IOException {
    return script(
            List.of(
                home.resolve("lab/rigs/archive-classes").toString(),
                home.resolve("jdk/bin/java").toString(),
                home.resolve("lab/rigs/target/atf/a.jar").toString(),
                archive.toString()),
            Map.of())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private List<String> atf(Map<String, String> environment, String... words) throws Exception {
    var command = new ArrayList<>(List.of(home.resolve("atf").toString()));
    command.addAll(List.of(words));
    var process = script(command, environment).start();
    var output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  private ProcessBuilder script(List<String> command, Map<String, String> environment) {
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    for (var variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "ATF_JAVA_OPTS")) {
      builder.environment().remove(variable);
    }
    builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
    builder.environment().putAll(environment);
    return builder;
  }

  /** Returns the name that the script gives to the archive of the JDK. */
  private String checksum() throws Exception {
    var release = home.toRealPath().resolve("jdk/release").toString();
    var process = new ProcessBuilder("bash", "-c", "cksum \"$0\" | tr ' /' '--'", release).start();
    assertThat(process.waitFor()).isZero();
    return new String(process.getInputStream().readAllBytes()).strip();
  }

  private void writeArchive(String text, Instant modified) throws IOException {
    write(home.relativize(archive).toString(), text);
    Files.setLastModifiedTime(archive, FileTime.from(modified));
  }

  private void executable(String file, String text) throws IOException {
    write(file, text);
    assertThat(home.resolve(file).toFile().setExecutable(true)).isTrue();
  }

  private void write(String file, String text) throws IOException {
    var path = home.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
