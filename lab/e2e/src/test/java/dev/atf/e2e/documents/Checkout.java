package dev.atf.e2e.documents;

import dev.atf.cli.AtfMain;
import dev.atf.e2e.support.ArchivedChildren;
import dev.atf.local.engine.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A directory that is a fresh clone to the reader of a document. Only {@code ./atf} is another one:
 * it runs this build's classes, {@code up} on free ports, and {@code install} does nothing.
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
        if [ "$1" = install ]; then exit 0; fi
        if [ "$1" = up ]; then shift; set -- up --port %d --hsc-port %d --controller-port %d "$@"; fi
        exec java -Xshare:auto %s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$CLASSES" %s "$@"
        """
            .formatted(
                directory,
                port,
                hscPort,
                controllerPort,
                String.join(" ", ArchivedChildren.options()),
                AtfMain.class.getName()));
  }

  /** Places a program in it, instead of the one that a clone has. */
  public void place(String name, String script) throws IOException {
    var file = directory.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  public Path directory() {
    return directory;
  }

  /** Returns the port of the public API. */
  public int port() {
    return port;
  }

  /** Returns the port of the HSC for the reader's own executors. */
  public int hscPort() {
    return hscPort;
  }

  /** Returns the port of the controller for the reader's own executors. */
  public int controllerPort() {
    return controllerPort;
  }

  /**
   * Returns the environment of this process, with the same Java, and no variable of ATF but the
   * server.
   */
  public Map<String, String> environment() {
    var environment = new HashMap<>(System.getenv());
    environment.keySet().removeIf(name -> name.startsWith("ATF_"));
    var javas = Path.of(System.getProperty("java.home"), "bin");
    environment.put("CLASSES", System.getProperty("java.class.path"));
    environment.put("PATH", javas + ":" + System.getenv("PATH"));
    environment.put("ATF_SERVER", "http://127.0.0.1:" + port);
    // Enough for a machine that is busy.
    environment.put("ATF_CALL_TIMEOUT", "2m");
    return environment;
  }
}
