package dev.atf.cli.chore.model;

import dev.atf.cli.chore.git.FileWrite;
import java.util.List;

/**
 * End of a chore with everything that its commit contains.
 *
 * @param results result files with paths below the chore's directory
 */
public record ChoreEnd(ChoreOutcome outcome, List<FileWrite> results) {
  public ChoreEnd {
    results = List.copyOf(results);
  }

  public static ChoreEnd refused(String reason) {
    return new ChoreEnd(ChoreOutcome.refused(reason), List.of());
  }

  /** Returns the size of its results in bytes. */
  public long bytes() {
    return results.stream().mapToLong(file -> file.content().size()).sum();
  }
}
