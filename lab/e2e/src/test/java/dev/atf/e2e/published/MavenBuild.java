package dev.atf.e2e.published;

import dev.atf.e2e.documents.Project;
import dev.atf.e2e.support.ProcessActivity;
import dev.atf.testtime.ProgressWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A build of a project by this project's Maven, with the artifacts of this build. */
record MavenBuild(boolean succeeded, String output) {
  /** Options of its JVM, which lives for seconds. */
  static final String JVM = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  static MavenBuild of(Path project, String... words) throws IOException {
    var log = project.resolve("build.log");
    var maven =
        List.of(
            Project.ROOT.resolve("mvnw").toString(),
            "-B",
            "-ntp",
            "-Dmaven.repo.local=" + PublishedArtifacts.repository(),
            // Libraries of others alone: ours are in the repository before it.
            "-Dmaven.repo.local.tail=" + System.getProperty("atf.repository"),
            "-Dmaven.repo.local.tail.ignoreAvailability=true");
    var builder =
        new ProcessBuilder(Stream.concat(maven.stream(), Stream.of(words)).toList())
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("MAVEN_OPTS", JVM);
    var build = builder.start();
    try {
      ProgressWait.observing(
              "the end of the build",
              () ->
                  "%d s of processor time, %d bytes of output"
                      .formatted(ProcessActivity.of(build.toHandle()), log.toFile().length()))
          .until(() -> !build.isAlive());
    } finally {
      build.destroyForcibly();
    }
    return new MavenBuild(build.exitValue() == 0, Files.readString(log));
  }
}
