package dev.atf.cli.chore.model;

import java.util.List;
import java.util.Locale;

/**
 * End of a chore.
 *
 * @param output content of {@code output.txt}
 * @param error content of {@code error.txt}
 * @param results files that are to be committed with it
 */
public record ChoreOutcome(State state, String output, String error, List<ChoreResult> results) {
  /** How a chore has ended. */
  public enum State {
    SUCCEEDED,
    FAILED,
    CANCELLED,
    /** It was not run, or not as it is. */
    REFUSED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static ChoreOutcome refused(String reason) {
    return new ChoreOutcome(State.REFUSED, "", "refused: " + reason + "\n", List.of());
  }

  /** Returns this end with a line of ATF more in its error. */
  public ChoreOutcome noted(String text) {
    var before = error.isEmpty() || error.endsWith("\n") ? error : error + "\n";
    return new ChoreOutcome(state, output, "%satf: %s%n".formatted(before, text), results);
  }
}
