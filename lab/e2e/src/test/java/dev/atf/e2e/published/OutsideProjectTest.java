package dev.atf.e2e.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.e2e.documents.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's project: it has the published artifacts and nothing else of this one, and in a few lines
 * it schedules, handles and tests a lambda.
 */
@Tag("system")
final class OutsideProjectTest {
  private static final int LINES_MAX = 60;
  private static final OutsideProject SHOP = OutsideProject.of("outside");

  private static final String LIST = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:list";

  /** Beginnings of libraries whose versions must agree, and the property of this build. */
  private static final Map<String, String> AGREEING =
      Map.of(
          "io\\.netty:netty-(?!tcnative)", "netty.version",
          "io\\.grpc:grpc-", "grpc.version",
          "com\\.google\\.protobuf:protobuf-", "protobuf.version",
          "com\\.google\\.guava:guava", "guava.version",
          "com\\.fasterxml\\.jackson\\.[a-z]+:jackson-(?!annotations)", "jackson.version",
          "software\\.amazon\\.awssdk:", "aws.version");

  @TempDir Path directory;

  private static long lines(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aProjectOfItsOwnSchedulesHandlesAndTestsALambda() throws Exception {
    var project = directory.resolve("shop");
    SHOP.copyTo(project, Map.of());

    var build = MavenBuild.of(project, "test", LIST);

    assertThat(build.succeeded()).as(build.output()).isTrue();
    assertThat(
            Files.readString(project.resolve("target/surefire-reports/shop.ConfirmationsTest.txt")))
        .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
    for (var library : AGREEING.entrySet()) {
      assertThat(versions(build, library.getKey()))
          .as(library.getKey())
          .containsExactly(property(library.getValue()));
    }
  }

  /** Returns the versions of libraries in the project, which the bill of materials leaves alone. */
  private static Set<String> versions(MavenBuild build, String library) {
    return Pattern.compile(library + "[\\w-]*:jar:(?:[\\w-]+:)?([\\w.-]+):(?:compile|runtime|test)")
        .matcher(build.output())
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toSet());
  }

  private static String property(String name) {
    var property =
        Pattern.compile("<" + name + ">(.+)</" + name + ">").matcher(Project.document("pom.xml"));
    assertThat(property.find()).as(name).isTrue();
    return property.group(1);
  }

  @Test
  void userCodeIsShort() throws Exception {
    var files = SHOP.files(".java");

    assertThat(files).hasSize(2);
    assertThat(files.stream().mapToLong(OutsideProjectTest::lines).sum()).isLessThan(LINES_MAX);
  }
}
