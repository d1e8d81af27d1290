package dev.atf.cli.chore.git;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Commit to be created.
 *
 * @param renames new paths by old paths
 * @param deletes paths that may be absent
 */
public record CommitDraft(
    String author,
    Instant at,
    String message,
    Map<String, String> renames,
    List<String> deletes,
    List<FileWrite> writes) {
  public CommitDraft {
    renames = Map.copyOf(renames);
    deletes = List.copyOf(deletes);
    writes = List.copyOf(writes);
  }
}
