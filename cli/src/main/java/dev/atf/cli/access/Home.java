package dev.atf.cli.access;

import java.nio.file.Path;

/**
 * Directory of {@code ./atf}: the checkout, or otherwise the directory in which the process was
 * started.
 */
public final class Home {
  private Home() {}

  public static Path directory() {
    var home = System.getenv("ATF_HOME");
    return Path.of(home == null ? "" : home).toAbsolutePath();
  }
}
