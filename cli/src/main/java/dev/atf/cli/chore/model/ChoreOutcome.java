package dev.atf.cli.chore.model;

import java.util.List;
import java.util.Locale;

/**
 * End of a chore.
 *
 * @param output content of {@code output.txt}
 * @param error content of {@code error.txt}
 * @param results files to be committed with the end
 */
public record ChoreOutcome(State state, String output, String error, List<ChoreResult> results) {
  /** State in which a chore has ended. */
  public enum State {
    SUCCEEDED,
    FAILED,
    CANCELLED,
    /** The chore was refused and did not run in its present form. */
    REFUSED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static ChoreOutcome refused(String reason) {
    return new ChoreOutcome(State.REFUSED, "", "refused: " + reason + "\n", List.of());
  }

  /** Returns this end with one more line from ATF in its error. */
  public ChoreOutcome noted(String text) {
    var before = error.isEmpty() || error.endsWith("\n") ? error : error + "\n";
    return new ChoreOutcome(state, output, "%satf: %s%n".formatted(before, text), results);
  }
}
