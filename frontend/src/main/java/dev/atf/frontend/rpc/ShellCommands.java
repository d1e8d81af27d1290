package dev.atf.frontend.rpc;

import java.util.regex.Pattern;

/** Commands that can be pasted into a shell. */
public final class ShellCommands {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@=+-]+");

  private ShellCommands() {}

  /** Returns {@code ./atf} with these words, in backticks. */
  public static String atf(String command, Object... words) {
    var line = new StringBuilder("`./atf ").append(command);
    for (var word : words) {
      line.append(' ').append(quoted(word.toString()));
    }
    return line.append('`').toString();
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() && !word.startsWith("-")
        ? word
        : "'" + word.replace("'", "'\\''") + "'";
  }
}
