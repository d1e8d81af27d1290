package dev.atf.e2e.console;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The machine's own browser, from the property {@value #PROPERTY} or the PATH. */
final class Chromium {
  static final String PROPERTY = "atf.chromium";

  /** The first one is the engine without the window, which needs a third less CPU time. */
  private static final List<String> NAMES =
      List.of(
          "chromium-headless-shell",
          "chromium",
          "chromium-browser",
          "google-chrome",
          "google-chrome-stable");

  private Chromium() {}

  /** Returns the browser; skips the test, visibly, if there is none. */
  static Path require() {
    var found = find();
    Assumptions.assumeTrue(
        found.isPresent(),
        "no Chromium on the PATH: apt-get install chromium, or -D" + PROPERTY + "=PATH");
    return found.orElseThrow();
  }

  private static Optional<Path> find() {
    var said = System.getProperty(PROPERTY, "");
    var onPath =
        NAMES.stream()
            .flatMap(
                name ->
                    Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                        .map(directory -> Path.of(directory, name)));
    return (said.isEmpty() ? onPath : Stream.of(Path.of(said)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
