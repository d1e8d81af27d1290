package dev.atf.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests what {@code ./atf} shows while it builds, with a Maven that does as a test asks. */
@Tag("system")
@DisabledOnOs(OS.WINDOWS)
final class AtfBuildTest {
  private static final String TWO_MODULES =
      """
      echo "$@" > words
      echo '[INFO] Building ATF 0.1.0-SNAPSHOT                    [1/2]'
      echo '[INFO] Building jar: /x/target/atf-core-0.1.0-SNAPSHOT.jar'
      echo '[INFO] Building ATF test kit 0.1.0-SNAPSHOT           [2/2]'
      """;

  @TempDir private Path home;

  @BeforeEach
  void checkout() throws IOException {
    var root = Path.of("").toAbsolutePath().getParent().getParent();
    executable("atf", Files.readString(root.resolve("atf")));
    executable("lab/rigs/archive-classes", "#!/usr/bin/env bash\n");
    Files.createDirectories(home.resolve("lab/rigs/target/atf"));
  }

  @Test
  void aLogIsToldTheModuleBeforeTheBuildEnds() throws IOException, InterruptedException {
    maven(TWO_MODULES + "until [ -f go ]; do sleep 0.1; done\n");

    var process = install("testkit", "embedded").start();
    try (var said = process.errorReader()) {
      assertThat(said.readLine())
          .isEqualTo(
              "atf: building testkit embedded, and what they need, into your Maven"
                  + " repository …");
      assertThat(said.readLine()).matches("atf: module [12] of 2, \\d+ s, ATF.*");
      Files.createFile(home.resolve("go"));
      assertThat(rest(said)).singleElement().asString().matches("atf: built in \\d+ s");
    }

    assertThat(process.waitFor()).isZero();
    assertThat(home.resolve("words"))
        .content()
        .startsWith(
            "-B -ntp -pl lab/rigs,:atf-testkit,:atf-embedded -am install -Dmaven.test.skip=true");
    assertThat(home.resolve("lab/rigs/target/atf/built")).exists();
  }

  @Test
  void aFailureShowsItsErrorsAndWhereTheLogIs() throws IOException, InterruptedException {
    maven(TWO_MODULES + "echo '[ERROR] Foo.java:[1,2] no such class'\nexit 1\n");

    var said = failure();

    assertThat(said).contains("[ERROR] Foo.java:[1,2] no such class").doesNotContain("Building");
    assertThat(said)
        .containsPattern("atf: the build failed after \\d+ s; the whole log is .*/atf-build.log");
  }

  @Test
  void aFailureWithoutErrorsShowsTheEndOfTheLog() throws IOException, InterruptedException {
    maven("echo 'no route to the repository'\nexit 1\n");

    assertThat(failure()).contains("no route to the repository", "the whole log is ");
  }

  @Test
  void installWithoutAModuleIsWrongUsage() throws IOException, InterruptedException {
    var process = install().start();

    assertThat(new String(process.getErrorStream().readAllBytes()))
        .startsWith("Usage: ./atf install");
    assertThat(process.waitFor()).isEqualTo(2);
  }

  private String failure() throws IOException, InterruptedException {
    var process = install("testkit").start();
    var said = new String(process.getErrorStream().readAllBytes());
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(home.resolve("lab/rigs/target/atf/built")).doesNotExist();
    return said;
  }

  private ProcessBuilder install(String... modules) {
    var command =
        Stream.concat(Stream.of(home.resolve("atf").toString(), "install"), Stream.of(modules));
    return new ProcessBuilder(command.toList());
  }

  private void maven(String script) throws IOException {
    executable("mvnw", "#!/usr/bin/env bash\n" + script);
  }

  private static List<String> rest(BufferedReader reader) {
    return reader.lines().toList();
  }

  private void executable(String file, String text) throws IOException {
    var path = home.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    assertThat(path.toFile().setExecutable(true)).isTrue();
  }
}
