package dev.atf.frontend.rpc;

import java.util.regex.Pattern;

/** Commands that can be pasted into a shell. */
public final class ShellCommands {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@=+-]+");

  private static final Pattern LAST_IS_OPTION = Pattern.compile("(^| )--[a-z-]+$");

  private ShellCommands() {}

  /**
   * Returns {@code ./atf} with these words, in backticks. A word that starts with a dash is not
   * read as an option: {@code --} ends the options before it.
   *
   * @param command subcommands and options; if its last word is an option, the first of the words
   *     is the value of this option
   */
  public static String atf(String command, Object... words) {
    var line = new StringBuilder("`./atf ").append(command);
    boolean optionOpen = LAST_IS_OPTION.matcher(command).find();
    boolean optionsEnded = false;
    for (var each : words) {
      var word = each.toString();
      if (optionOpen) {
        line.append(word.startsWith("-") ? '=' : ' ');
      } else {
        line.append(word.startsWith("-") && !optionsEnded ? " -- " : " ");
        optionsEnded |= word.startsWith("-");
      }
      optionOpen = false;
      line.append(quoted(word));
    }
    return line.append('`').toString();
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
