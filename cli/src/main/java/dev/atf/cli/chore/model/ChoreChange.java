package dev.atf.cli.chore.model;

import dev.atf.cli.chore.git.CommitDraft;
import dev.atf.cli.chore.git.FileWrite;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the commits of a bridge: each moves one chore by one state.
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
   * @param worker who had taken it; empty: nobody, or it is not known
   */
  public CommitDraft end(Chore chore, Optional<ChoreWorker> worker, ChoreOutcome outcome) {
    return draft(
        chore,
        ChoreState.DONE,
        "End chore %s: %s%n".formatted(chore.directory(), outcome.state().text()),
        List.of(
            worker(chore, worker(worker, outcome)),
            FileWrite.text(Chore.path(chore.directory(), Chore.OUTPUT_FILE), outcome.output()),
            FileWrite.text(Chore.path(chore.directory(), Chore.ERROR_FILE), outcome.error())));
  }

  private String worker(Optional<ChoreWorker> worker, ChoreOutcome outcome) {
    return worker
        .map(taken -> ChoreJson.pretty(taken.finished(author, at.toString(), outcome)))
        .orElseGet(
            () -> ChoreJson.pretty(new Refused(author, at.toString(), outcome.state().text())));
  }

  /** Content of {@code worker.json} if nobody had taken the chore. */
  private record Refused(String finishedBy, String finishedAt, String state) {}

  private static FileWrite worker(Chore chore, String json) {
    return FileWrite.text(Chore.path(chore.directory(), Chore.WORKER_FILE), json);
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
