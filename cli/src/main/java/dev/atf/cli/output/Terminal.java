package dev.atf.cli.output;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * The terminal that receives the output, if there is one. {@code ./atf} detects it and sets it in
 * the environment. Output for a program is neither cut nor coloured.
 *
 * @param columns width of the terminal; 0 if there is none
 */
public record Terminal(int columns, boolean coloured) {
  static final Terminal NONE = new Terminal(0, false);

  /**
   * Minimum width. On a narrower terminal nothing is cut, because little would be left of the
   * lines.
   */
  private static final int COLUMNS_MIN = 20;

  private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");

  /** The root command. */
  public interface Owner {
    /** Returns the terminal that the output of all commands goes to. */
    Terminal terminal();
  }

  /** Colour of words. */
  public enum Paint {
    GOOD(32),
    BAD(31),
    WARNING(33),
    FAINT(2),
    STRONG(1);

    private final int code;

    Paint(int code) {
      this.code = code;
    }
  }

  /**
   * Reads the terminal from {@code ATF_COLUMNS} and <a href="https://no-color.org">NO_COLOR</a>.
   */
  public static Terminal of(Map<String, String> environment) {
    var columns = environment.getOrDefault("ATF_COLUMNS", "");
    if (!NUMBER.matcher(columns).matches()) {
      return NONE;
    }
    boolean coloured =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(Integer.parseInt(columns), coloured);
  }

  public boolean isThere() {
    return columns > 0;
  }

  /** Cuts the line to the width of the terminal. It must be called before the line is coloured. */
  public String fit(String line) {
    if (columns < COLUMNS_MIN || line.codePointCount(0, line.length()) <= columns) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, columns - 1)) + "…";
  }

  public String paint(Paint paint, String text) {
    return coloured ? "\u001b[" + paint.code + "m" + text + "\u001b[0m" : text;
  }

  /** Returns the text that clears the terminal. */
  public String cleared() {
    return isThere() ? "\u001b[H\u001b[2J" : "";
  }
}
