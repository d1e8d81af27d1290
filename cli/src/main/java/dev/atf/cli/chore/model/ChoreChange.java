package dev.atf.cli.chore.model;

import dev.atf.cli.chore.git.CommitDraft;
import dev.atf.cli.chore.git.FileWrite;
import dev.atf.cli.chore.git.TreeEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates the commits of a bridge. Each commit moves one chore by one state.
 *
 * @param author the bridge
 */
public record ChoreChange(String author, Instant at) {
  /** Returns the commit that takes a chore. */
  public CommitDraft taking(Chore chore, ChoreWorker worker) {
    return draft(
        chore,
        ChoreState.DOING,
        "Take chore " + chore.directory() + "\n\nTask " + worker.taskId() + "\n",
        List.of(worker(chore, ChoreJson.pretty(worker))));
  }

  /**
   * Returns the commit that ends a chore.
   *
   * @param worker bridge that had taken it; empty if there was none, or if this is unknown
   */
  public CommitDraft end(Chore chore, Optional<ChoreWorker> worker, ChoreEnd end) {
    var outcome = end.outcome();
    var writes = new ArrayList<FileWrite>();
    end.results().forEach(file -> writes.add(in(chore, file)));
    writes.add(worker(chore, worker(worker, outcome)));
    writes.add(in(chore, FileWrite.text(Chore.OUTPUT_FILE, outcome.output())));
    writes.add(in(chore, FileWrite.text(Chore.ERROR_FILE, outcome.error())));
    return draft(
        chore,
        ChoreState.DONE,
        "End chore %s: %s%n".formatted(chore.directory(), outcome.state().text()),
        writes);
  }

  /**
   * Returns a file with its path in the repository. It stays executable if it was executable
   * before.
   */
  private static FileWrite in(Chore chore, FileWrite file) {
    boolean executable = chore.file(file.path()).filter(TreeEntry::isExecutable).isPresent();
    return new FileWrite(Chore.path(chore.directory(), file.path()), file.content(), executable);
  }

  private String worker(Optional<ChoreWorker> worker, ChoreOutcome outcome) {
    return worker
        .map(taken -> ChoreJson.pretty(taken.finished(author, at.toString(), outcome)))
        .orElseGet(
            () -> ChoreJson.pretty(new Refused(author, at.toString(), outcome.state().text())));
  }

  /** Content of {@code worker.json} for a chore that no bridge had taken. */
  private record Refused(String finishedBy, String finishedAt, String state) {}

  private static FileWrite worker(Chore chore, String json) {
    return in(chore, FileWrite.text(Chore.WORKER_FILE, json));
  }

  private CommitDraft draft(Chore chore, ChoreState to, String message, List<FileWrite> writes) {
    var renames = Map.of(chore.state().fileIn(chore.directory()), to.fileIn(chore.directory()));
    var deletes =
        chore.state() == ChoreState.DOING
            ? List.of(ChoreState.DO.fileIn(chore.directory()))
            : List.<String>of();
    return new CommitDraft(author, at, message, renames, deletes, writes);
  }
}
