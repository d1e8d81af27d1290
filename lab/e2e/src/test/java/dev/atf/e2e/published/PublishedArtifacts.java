package dev.atf.e2e.published;

import dev.atf.e2e.documents.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The artifacts of this build, and a repository to put them into. */
final class PublishedArtifacts {
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>atf</artifactId>\\s*<version>([^<]+)</version>");

  private PublishedArtifacts() {}

  static String version() {
    var version = VERSION.matcher(Project.document("pom.xml"));
    if (!version.find()) {
      throw new IllegalStateException("pom.xml has no version");
    }
    return version.group(1);
  }

  /** Installs the artifacts like {@code install}, without those that a deployment leaves out. */
  static void installInto(Path repository) throws IOException {
    install(repository, "atf", "pom", Project.ROOT.resolve("pom.xml"));
    for (var room : rooms()) {
      var artifact = "atf-" + room;
      install(repository, artifact, "pom", Project.ROOT.resolve(room).resolve("pom.xml"));
      install(repository, artifact, "jar", jar(room));
    }
  }

  private static List<String> rooms() {
    return Project.modules().stream()
        .filter(room -> !Project.document(room + "/pom.xml").contains("<maven.deploy.skip>true"))
        .toList();
  }

  private static void install(Path repository, String artifact, String type, Path file)
      throws IOException {
    var directory = repository.resolve("dev/atf").resolve(artifact).resolve(version());
    Files.createDirectories(directory);
    Files.copy(
        file,
        directory.resolve(artifact + "-" + version() + "." + type),
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns the jar of a module; the command line's is in its distribution. */
  private static Path jar(String room) {
    var target = Project.ROOT.resolve(room).resolve("target");
    var name = "atf-" + room + "-" + version() + ".jar";
    return Stream.of(target.resolve(name), target.resolve("atf").resolve(name))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(room + " was not packaged: " + name));
  }
}
