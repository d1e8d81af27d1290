package dev.atf.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of build-oci, on a base of a few bytes. */
@Tag("system")
@EnabledOnOs(value = OS.LINUX, disabledReason = "build-oci needs GNU tar")
final class OciArchiveTest {
  @TempDir private Path directory;
  private Path base;

  @BeforeEach
  void makeBase() throws IOException {
    var root = directory.resolve("base");
    Files.createDirectories(root.resolve("opt/jre/bin"));
    Files.writeString(root.resolve("opt/jre/bin/java"), "");
    Files.createDirectories(root.resolve("etc"));
    Files.writeString(root.resolve("etc/passwd"), "root:x:0:0::/root:/bin/bash\n");
    base = directory.resolve("base.tar");
    Program.run("tar", "-C", root.toString(), "-cf", base.toString(), ".");
  }

  @Test
  void theSameBaseAndLayoutMakeTheSameArchive() throws IOException {
    var copy = directory.resolve("elsewhere/hsc/target/image");
    Files.createDirectories(copy);
    Program.run("cp", "-r", Deployable.HSC.layout() + "/.", copy.toString());
    Program.run("touch", "-d", "2020-01-01", copy.resolve("lib/atf.jar").toString());
    Program.run("chmod", "600", copy.resolve("conf/jvm.options").toString());
    Files.writeString(copy.resolve("classes.jsa"), "of measure-start-up");

    var first = build("first", Deployable.HSC.layout());
    var second = build("second", copy);

    assertThat(Files.mismatch(first, second)).isEqualTo(-1);
  }

  @ParameterizedTest
  @EnumSource
  void theImageIsConfiguredAsItsDockerfileSays(Deployable deployable) throws IOException {
    var dockerfile = deployable.dockerfile();
    var archive = build("images", deployable.layout());

    var image = OciImage.unpack(archive, Files.createDirectory(directory.resolve("unpacked")));

    assertThat(image.command()).isEqualTo(dockerfile.last("ENTRYPOINT").command());
    assertThat(image.healthCommand()).isEqualTo(dockerfile.last("HEALTHCHECK").command());
    assertThat(image.settings().path("Healthcheck").path("Interval").asLong())
        .isEqualTo(10_000_000_000L);
    assertThat(image.directory()).isEqualTo(dockerfile.last("WORKDIR").arguments());
    assertThat(image.user()).isEqualTo(dockerfile.last("USER").arguments());
    assertThat(image.settings().path("StopSignal").asText()).isEqualTo("SIGTERM");
    assertThat(image.settings().path("ExposedPorts").fieldNames())
        .toIterable()
        .containsExactly(dockerfile.last("EXPOSE").arguments() + "/tcp");
    assertThat(image.environment()).anyMatch(v -> v.startsWith("PATH=/opt/jre/bin:"));
    assertThat(image.volumes()).containsExactly(dockerfile.last("VOLUME").arguments());
    assertThat(Files.getAttribute(image.root().resolve("tmp"), "unix:mode"))
        .as("a directory where everyone can create files, and remove their own")
        .isEqualTo(0041777);
    assertThat(image.root().resolve("opt/atf/lib/atf.jar")).isRegularFile();
    assertThat(image.root().resolve("etc/passwd"))
        .hasContent(
            "root:x:0:0::/root:/bin/bash\natf:x:10001:10001::/home/atf:/usr/sbin/nologin\n");
  }

  @ParameterizedTest
  @CsvSource({
    "RUN apt-get update, RUN apt-get update (expected: useradd",
    "ADD . ., ADD (expected: an instruction that build-oci knows)",
    "COPY lib lib, COPY lib lib (expected: COPY . .)",
    "ENTRYPOINT java Main, java Main (expected: an exec form)",
  })
  void anInstructionThatItDoesNotKnowIsRefused(String instruction, String message)
      throws IOException {
    var layout = Files.createDirectories(directory.resolve("odd/target/image"));
    Files.writeString(layout.resolve("Dockerfile"), "FROM any\n" + instruction + "\n");

    var refused = Program.end(command("refused", layout));

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.output()).contains("build-oci: ", message);
    assertThat(directory.resolve("refused/odd.tar")).doesNotExist();
  }

  @Test
  void aBaseWithoutJavaIsRefused() throws IOException {
    Program.run("tar", "-cf", base.toString(), "-T", "/dev/null");

    var refused = Program.end(command("refused", Deployable.HSC.layout()));

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.output()).contains("has no bin/java");
  }

  private Path build(String output, Path layout) {
    Program.run(command(output, layout).toArray(String[]::new));
    var name = layout.toAbsolutePath().normalize().getParent().getParent().getFileName();
    return directory.resolve(output).resolve(name + ".tar");
  }

  private List<String> command(String output, Path layout) {
    return List.of(
        "./build-oci",
        "--base",
        base.toString(),
        "--output",
        directory.resolve(output).toString(),
        layout.toString());
  }
}
