package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.git.FileWrite;
import dev.atf.cli.chore.model.ChoreEnd;
import dev.atf.cli.chore.model.ChoreOutcome;
import java.util.ArrayList;

/** Reading of the files that tasks have made, which a bridge holds until it has pushed them. */
record ResultReading(ChoreTasks tasks) {
  /** Results that are held, beside those of one chore more. Chosen. */
  private static final long HELD_BYTES_MAX = 32L * 1024 * 1024;

  /**
   * Returns whether there is room for the results of a chore.
   *
   * @param held bytes of those that are not pushed yet
   */
  static boolean hasRoom(ChoreOutcome outcome, long held) {
    return outcome.results().isEmpty() || held <= HELD_BYTES_MAX;
  }

  /**
   * Returns an end with the content of its results; those that are gone are named in its error.
   *
   * @throws io.grpc.StatusRuntimeException if one has not arrived: to be repeated
   */
  ChoreEnd end(ChoreOutcome outcome) {
    var noted = outcome;
    var writes = new ArrayList<FileWrite>();
    for (var result : outcome.results()) {
      var content = tasks.content(result);
      if (content.isPresent()) {
        writes.add(new FileWrite(result.path(), content.get(), false));
      } else {
        noted = noted.noted("result %s is gone from the server".formatted(result.path()));
      }
    }
    return new ChoreEnd(noted, writes);
  }
}
