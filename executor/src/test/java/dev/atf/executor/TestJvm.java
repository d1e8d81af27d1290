package dev.atf.executor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Command lines of JVMs with this test's classes. */
public final class TestJvm {
  private TestJvm() {}

  public static List<String> command(Class<?> main, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The JVM is small and starts quickly, because several run at the same time as the tests.
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Djava.net.preferIPv4Stack=true");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return List.copyOf(command);
  }

  /** Starts a JVM whose output and logs go to a file. */
  public static Process start(Class<?> main, Map<String, String> environment, Path log)
      throws Exception {
    var builder = new ProcessBuilder(command(main));
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  public static Process start(Class<?> main, Map<String, String> environment) throws Exception {
    var builder = new ProcessBuilder(command(main));
    builder.environment().putAll(environment);
    // Not inherited: the test runner uses this JVM's own output as its channel.
    return builder
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
