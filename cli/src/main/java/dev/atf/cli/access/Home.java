package dev.atf.cli.access;

import java.nio.file.Path;

/** Directory of {@code ./atf}: the checkout, or the directory that the process was started in. */
public final class Home {
  private Home() {}

  public static Path directory() {
    var home = System.getenv("ATF_HOME");
    return Path.of(home == null ? "" : home).toAbsolutePath();
  }
}
