package dev.atf.store.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.store.MemberRegistry.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Notes of one worker host about all of its lambdas, as the note of one member. Each has a line
 * with its lambda, its age in seconds, and the pairs of {@link SightingNote}.
 */
public final class HostNotes {
  private HostNotes() {}

  /**
   * Writes the note of a host.
   *
   * @param notes latest note of each lambda, with its time
   * @param now time of the row
   */
  public static String write(Map<LambdaName, Sighting> notes, Instant now) {
    var lines = new StringJoiner("\n");
    notes.forEach(
        (lambda, note) ->
            lines.add(
                "%s %d %s"
                    .formatted(
                        lambda,
                        Math.max(0, Duration.between(note.at(), now).toSeconds()),
                        note.note())));
    return NoteBytes.write(lines.toString().getBytes(UTF_8));
  }

  /** Returns the notes of a row. An unreadable row or line is skipped. */
  public static Map<LambdaName, Sighting> read(Sighting row) {
    var notes = new TreeMap<LambdaName, Sighting>();
    for (var line : text(row.note()).split("\n", -1)) {
      var parts = line.split(" ", 3);
      if (parts.length == 3) {
        try {
          notes.put(
              new LambdaName(parts[0]),
              new Sighting(row.at().minusSeconds(Integer.parseInt(parts[1])), parts[2]));
        } catch (InvalidFieldException | NumberFormatException e) {
          // It is of another version. Nothing depends on it.
        }
      }
    }
    return notes;
  }

  private static String text(String note) {
    try {
      return new String(NoteBytes.read(note), UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
