package dev.atf.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of packaging/raise-bases on a copy of the files that it changes. */
@Tag("system")
final class RaiseBasesTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Path DEFAULTS =
      Path.of("infra/src/main/resources/dev/atf/infra/deployment/defaults.yaml");

  @TempDir private Path copy;

  @BeforeEach
  void copyFiles() throws IOException {
    for (var deployable : Deployable.values()) {
      copy(dockerfile(deployable));
    }
    copy(DEFAULTS);
  }

  @Test
  void namesBothPinnedImages() {
    var shown = raise();

    assertThat(shown.exitCode()).as(shown.output()).isZero();
    assertThat(shown.output())
        .contains(Deployable.HSC.dockerfile().last("FROM").arguments(), "aws-otel-collector:v");
  }

  @Test
  void raisesEveryFileThatNamesAnImage() throws IOException {
    withCrane("echo sha256:1");

    var raised = raise("--java", "17.0.99_1", "--collector", "v0.99.0");

    assertThat(raised.exitCode()).as(raised.output()).isZero();
    for (var deployable : Deployable.values()) {
      assertThat(Files.readString(copy.resolve(dockerfile(deployable))))
          .contains("FROM docker.io/library/eclipse-temurin:17.0.99_1-jre-noble\n");
    }
    assertThat(Files.readString(copy.resolve(DEFAULTS))).contains("aws-otel-collector:v0.99.0\n");
  }

  @Test
  void anImageThatDoesNotExistForAnArchitectureIsNotTaken() throws IOException {
    withCrane("[ \"$3\" != linux/arm64 ] && echo sha256:1");

    var refused = raise("--java", "17.0.99_1");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.output()).contains("17.0.99_1-jre-noble: no image for linux/arm64");
    assertThat(copy.resolve(dockerfile(Deployable.HSC)))
        .hasSameTextualContentAs(ROOT.resolve(dockerfile(Deployable.HSC)));
  }

  @Test
  void imagesWithTwoVersionsAreRefused() throws IOException {
    var file = copy.resolve(dockerfile(Deployable.HSC));
    Files.writeString(file, Files.readString(file).replaceFirst("temurin:17", "temurin:18"));

    var refused = raise();

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.output()).contains("expected: one version in");
  }

  @ParameterizedTest
  @CsvSource({"--java, 17-jre", "--java, 21.0.1_1", "--collector, latest", "--collctor, v0.50.0"})
  void aVersionThatIsNotWholeIsRefused(String option, String version) {
    var refused = raise(option, version);

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.output()).contains(option, "expected: ");
  }

  private Program raise(String... arguments) {
    var path = "PATH=" + copy.resolve("bin") + ":/usr/bin:/bin";
    var script = ROOT.resolve("packaging/raise-bases").toString();
    var command = new ArrayList<>(List.of("env", path, script, "--root", copy.toString()));
    command.addAll(Arrays.asList(arguments));
    return Program.end(command);
  }

  private void withCrane(String script) throws IOException {
    var crane = Files.createDirectory(copy.resolve("bin")).resolve("crane");
    Files.writeString(crane, "#!/bin/bash\n" + script + "\n");
    assertThat(crane.toFile().setExecutable(true)).isTrue();
  }

  private void copy(Path file) throws IOException {
    var target = copy.resolve(file);
    Files.createDirectories(target.getParent());
    Files.copy(ROOT.resolve(file), target);
  }

  private static Path dockerfile(Deployable deployable) {
    return Path.of(deployable.toString(), "src", "image", "Dockerfile");
  }
}
