package dev.atf.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that an image holds only the files that its service needs. */
@Tag("system")
final class LayoutTest {
  private static final List<String> NEVER =
      List.of(
          "DynamoDBLocal",
          "elasticmq",
          "rocksdbjni",
          "picocli",
          "jmh",
          "junit",
          "assertj",
          "scala",
          "sqlite4java",
          "atf-local",
          "atf-cli",
          "atf-runtime-sim",
          "atf-lab-",
          "atf-testing",
          "atf-client");

  @ParameterizedTest
  @EnumSource
  void containsWhatTheImageCopies(Deployable deployable) {
    assertThat(deployable.layout())
        .as("made by ./mvnw -pl %s -am package", deployable)
        .isDirectoryContaining("glob:**/Dockerfile")
        .isDirectoryContaining("glob:**/lib")
        .isDirectoryContaining("glob:**/bin")
        .isDirectoryContaining("glob:**/conf");
    assertThat(deployable.layout().resolve("lib/atf.jar")).isRegularFile();
  }

  @ParameterizedTest
  @EnumSource
  void containsNoEngineTestLibraryOrCommandLine(Deployable deployable) throws IOException {
    assertThat(jars(deployable))
        .hasSizeGreaterThan(20)
        .noneMatch(jar -> NEVER.stream().anyMatch(jar::startsWith));
  }

  @ParameterizedTest
  @EnumSource
  void findsCredentialsOfWebIdentitiesAndOfSso(Deployable deployable) throws IOException {
    assertThat(jars(deployable))
        .anyMatch(jar -> jar.startsWith("sts-"))
        .anyMatch(jar -> jar.startsWith("sso-"))
        .anyMatch(jar -> jar.startsWith("ssooidc-"));
  }

  @ParameterizedTest
  @EnumSource
  void containsOnlyLibrariesItsModuleMayUse(Deployable deployable) throws IOException {
    var jars = jars(deployable);

    switch (deployable) {
      case FRONTEND -> assertThat(jars).anyMatch(jar -> jar.startsWith("dynamodb-"));
      case STORE_CONSUMER ->
          assertThat(jars)
              .anyMatch(jar -> jar.startsWith("dynamodb-"))
              .noneMatch(jar -> jar.startsWith("s3-"))
              .noneMatch(jar -> jar.startsWith("atf-client") || jar.startsWith("atf-executor"));
      case HSC -> assertThat(jars).noneMatch(jar -> jar.startsWith("sqs-"));
      case WORKER ->
          assertThat(jars).noneMatch(jar -> jar.startsWith("dynamodb-") || jar.startsWith("s3-"));
    }
  }

  private static List<String> jars(Deployable deployable) throws IOException {
    try (var files = Files.list(deployable.layout().resolve("lib"))) {
      return files.map(Path::getFileName).map(Path::toString).sorted().toList();
    }
  }
}
