package dev.atf.testaws;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Assumptions;

/** Installs the libraries of a Node program outside of its sources, as in its lock file. */
public final class NpmProject {
  private static final String LOCK = "package-lock.json";

  /** Time limit of an installation, which is ten times its usual duration. */
  private static final Duration INSTALL_MAX = Duration.ofMinutes(5);

  /** Error of npm if it cannot reach a registry. */
  private static final Pattern NO_NETWORK =
      Pattern.compile("ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED");

  private NpmProject() {}

  /**
   * Returns a directory with the program and its libraries, which are installed once for each
   * content of the lock file. Aborts the test without npm, or without access to the libraries.
   *
   * @param sources directory of the program
   * @param below directory to install in; other processes may do the same
   */
  public static Path install(Path sources, Path below) throws IOException, InterruptedException {
    Assumptions.assumeTrue(isThere("node") && isThere("npm"), "no Node with npm on the PATH");
    var lock = new CRC32();
    lock.update(Files.readAllBytes(sources.resolve(LOCK)));
    var directory = Files.createDirectories(below.resolve(Long.toHexString(lock.getValue())));
    try (var channel =
            FileChannel.open(
                directory.resolve("installing"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var files = Files.list(sources)) {
      // Until the channel is closed.
      var unused = channel.lock();
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var copy = directory.resolve(file.getFileName().toString());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
      // Written at the end of an installation.
      if (!Files.exists(directory.resolve("node_modules/.package-lock.json"))) {
        install(directory);
      }
    }
    return directory;
  }

  private static void install(Path directory) throws IOException, InterruptedException {
    var log = directory.resolve("npm.log");
    var npm =
        new ProcessBuilder(List.of("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = npm.waitFor(INSTALL_MAX.toSeconds(), TimeUnit.SECONDS);
    npm.destroyForcibly();
    var output = Files.readString(log);
    Assumptions.assumeTrue(
        ended && !NO_NETWORK.matcher(output).find(), () -> "npm reaches nothing: " + output);
    if (npm.exitValue() != 0) {
      throw new IllegalStateException("npm ci in " + directory + " failed: " + output);
    }
  }

  private static boolean isThere(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }
}
