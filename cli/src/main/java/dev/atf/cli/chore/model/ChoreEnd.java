package dev.atf.cli.chore.model;

import dev.atf.cli.chore.git.FileWrite;
import java.util.List;

/**
 * End of a chore with all that its commit says.
 *
 * @param results with paths below the chore's directory
 */
public record ChoreEnd(ChoreOutcome outcome, List<FileWrite> results) {
  public ChoreEnd {
    results = List.copyOf(results);
  }

  public static ChoreEnd refused(String reason) {
    return new ChoreEnd(ChoreOutcome.refused(reason), List.of());
  }

  /** Returns the bytes of its results. */
  public long bytes() {
    return results.stream().mapToLong(file -> file.content().size()).sum();
  }
}
