package dev.atf.cli.chore.model;

import java.util.Locale;

/**
 * End of a chore.
 *
 * @param output content of {@code output.txt}
 * @param error content of {@code error.txt}
 */
public record ChoreOutcome(State state, String output, String error) {
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
    return new ChoreOutcome(State.REFUSED, "", "refused: " + reason + "\n");
  }
}
