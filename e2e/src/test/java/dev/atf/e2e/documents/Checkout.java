package dev.atf.e2e.documents;

import dev.atf.standalone.cli.AtfMain;
import dev.atf.standalone.engine.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A directory that is a fresh clone to whoever follows a document in it. Only {@code ./atf} is
 * another one: it runs this build's classes, and {@code up} on free ports.
 */
public final class Checkout {
  private final Path directory;
  private final int port = FreePort.find();
  private final int hscPort = FreePort.find();
  private final int controllerPort = FreePort.find();

  public Checkout(Path directory) throws IOException {
    this.directory = directory;
    place(
        "atf",
        """
        #!/usr/bin/env bash
        export ATF_HOME="%s"
        if [ "$1" = up ]; then shift; set -- up --port %d --hsc-port %d --controller-port %d "$@"; fi
        exec java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$CLASSES" %s "$@"
        """
            .formatted(directory, port, hscPort, controllerPort, AtfMain.class.getName()));
  }

  /** A program in it, in the place of the one that a clone has. */
  public void place(String name, String script) throws IOException {
    var file = directory.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  public Path directory() {
    return directory;
  }

  /** Of the public API. */
  public int port() {
    return port;
  }

  /** Where executors of the reader's own call the HSC. */
  public int hscPort() {
    return hscPort;
  }

  /** Where executors of the reader's own ask for work. */
  public int controllerPort() {
    return controllerPort;
  }

  /** This process's, with the same Java, and nothing of ATF's but the server. */
  public Map<String, String> environment() {
    var environment = new HashMap<>(System.getenv());
    environment.keySet().removeIf(name -> name.startsWith("ATF_"));
    var javas = Path.of(System.getProperty("java.home"), "bin");
    environment.put("CLASSES", System.getProperty("java.class.path"));
    environment.put("PATH", javas + ":" + System.getenv("PATH"));
    environment.put("ATF_SERVER", "http://127.0.0.1:" + port);
    // However busy the machine is.
    environment.put("ATF_CALL_TIMEOUT", "2m");
    return environment;
  }
}
