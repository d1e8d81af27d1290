package dev.atf.simulation.run;

import dev.atf.simulation.world.WorldPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * World that is run every time, by the build and before the seeds of {@code atf simulate}.
 *
 * <p>They are in {@code kept-worlds.jsonl}, one a line: <code>{"reason":"…","plan":{…}}</code>, the
 * plan as a failure or its shrinking prints it. Lines that begin with {@code #} are for people.
 *
 * @param reason the bug that it has found, or the extreme that it covers
 */
public record KeptWorld(String reason, WorldPlan plan) {
  private static final String FILE = "/dev/atf/simulation/kept-worlds.jsonl";

  /**
   * Returns all kept worlds, in the file's order.
   *
   * @throws IllegalArgumentException if a line is wrong; its message says which
   */
  public static List<KeptWorld> all() {
    try (var in = Objects.requireNonNull(KeptWorld.class.getResourceAsStream(FILE), FILE)) {
      return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static List<WorldPlan> plans() {
    return all().stream().map(KeptWorld::plan).toList();
  }

  static List<KeptWorld> read(String lines) {
    var kept = new ArrayList<KeptWorld>();
    int number = 0;
    for (var line : lines.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      try {
        kept.add(PlanJson.kept(line));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("kept world, line " + number + ": " + e.getMessage(), e);
      }
    }
    return kept;
  }
}
