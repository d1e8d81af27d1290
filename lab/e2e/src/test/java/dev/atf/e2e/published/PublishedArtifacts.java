package dev.atf.e2e.published;

import dev.atf.e2e.documents.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The artifacts of this build, in one repository for all tests of users' projects. */
final class PublishedArtifacts {
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>atf-bom</artifactId>\\s*<version>([^<]+)</version>");

  /** The artifact of a module: the line of its parent has another indentation. */
  private static final Pattern ARTIFACT =
      Pattern.compile("(?m)^  <artifactId>([^<]+)</artifactId>$");

  private static final Path REPOSITORY = Project.ROOT.resolve("lab/e2e/target/outside-repository");

  private PublishedArtifacts() {}

  /** Returns the repository, with the artifacts of this build and none of an earlier one. */
  static Path repository() {
    return Installed.REPOSITORY;
  }

  private static final class Installed {
    static final Path REPOSITORY = install();
  }

  static String version() {
    var version = VERSION.matcher(Project.document("packaging/bom/pom.xml"));
    if (!version.find()) {
      throw new IllegalStateException("packaging/bom/pom.xml has no version");
    }
    return version.group(1);
  }

  /** Installs the artifacts like {@code install}, without those that a deployment leaves out. */
  private static Path install() {
    try (var channel = lockFile()) {
      var unused = channel.lock(); // another JVM of this build may install or read them
      var kept = new HashSet<Path>();
      kept.add(install("atf", "pom", Project.ROOT.resolve("pom.xml")));
      for (var module : modules()) {
        var artifact = artifact(module);
        kept.add(install(artifact, "pom", Project.ROOT.resolve(module).resolve("pom.xml")));
        if (!artifact.equals("atf-bom")) {
          kept.add(install(artifact, "jar", jar(module, artifact)));
        }
      }
      try (var files = Files.walk(REPOSITORY.resolve("dev/atf"))) {
        for (var file : files.filter(PublishedArtifacts::isArtifact).toList()) {
          if (!kept.contains(file)) {
            Files.delete(file);
          }
        }
      }
      return REPOSITORY;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isArtifact(Path file) {
    return file.toString().endsWith(".jar") || file.toString().endsWith(".pom");
  }

  private static FileChannel lockFile() throws IOException {
    var file = Files.createDirectories(REPOSITORY).resolve("install.lock");
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static List<String> modules() {
    return Project.productModules().stream()
        .filter(
            module -> !Project.document(module + "/pom.xml").contains("<maven.deploy.skip>true"))
        .toList();
  }

  private static String artifact(String module) {
    var artifact = ARTIFACT.matcher(Project.document(module + "/pom.xml"));
    if (!artifact.find()) {
      throw new IllegalStateException(module + "/pom.xml has no artifactId");
    }
    return artifact.group(1);
  }

  private static Path install(String artifact, String type, Path file) throws IOException {
    var directory = REPOSITORY.resolve("dev/atf").resolve(artifact).resolve(version());
    var installed = directory.resolve(artifact + "-" + version() + "." + type);
    if (!Files.exists(installed) || Files.mismatch(file, installed) >= 0) {
      Files.createDirectories(directory);
      Files.copy(file, installed, StandardCopyOption.REPLACE_EXISTING);
    }
    return installed;
  }

  /** Returns the jar of a module; the command line's is in its distribution. */
  private static Path jar(String module, String artifact) {
    var target = Project.ROOT.resolve(module).resolve("target");
    var name = artifact + "-" + version() + ".jar";
    return Stream.of(target.resolve(name), target.resolve("atf").resolve(name))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(module + " was not packaged: " + name));
  }
}
