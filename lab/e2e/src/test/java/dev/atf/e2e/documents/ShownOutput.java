package dev.atf.e2e.documents;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Output of a command as a document shows it. {@code …} in a line stands for any text, and {@code
 * …} on a line of its own for any lines, or none.
 */
final class ShownOutput {
  private static final String ANYTHING = "…";

  private final Pattern pattern;

  ShownOutput(String text) {
    this.pattern =
        Pattern.compile(
            text.lines().map(ShownOutput::pattern).collect(Collectors.joining("", "(?m)^", "")));
  }

  private static String pattern(String line) {
    if (line.strip().equals(ANYTHING)) {
      return "(?:.*\\n)*?";
    }
    return line.stripTrailing()
        .codePoints()
        .mapToObj(Character::toString)
        .map(character -> character.equals(ANYTHING) ? ".*" : Pattern.quote(character))
        .collect(Collectors.joining("", "", "[ \\t]*\\n"));
  }

  /** Returns whether the output is exactly this. */
  boolean isAllOf(String output) {
    return pattern.matcher(output.endsWith("\n") ? output : output + "\n").matches();
  }

  /** Returns whether the output contains this as whole lines, each with its end. */
  boolean isIn(String output) {
    return pattern.matcher(output).find();
  }
}
