package dev.atf.worker.pool;

import dev.atf.runtime.config.ConfigException;
import java.util.regex.Pattern;

/**
 * Number of executor processes of one lambda on a host. It is either fixed, or follows the load
 * between two bounds.
 *
 * @param least minimum number; with 0, the lambda may sleep without processes
 * @param most maximum number, 1 or more
 */
public record ProcessRange(int least, int most) {
  /** Maximum number of processes. A larger number on one host is probably a mistake. */
  public static final int PROCESSES_MAX = 256;

  private static final Pattern TEXT = Pattern.compile("([0-9]{1,3})(?:\\.\\.([0-9]{1,3}))?");

  public ProcessRange {
    if (least < 0 || most < 1 || least > most || most > PROCESSES_MAX) {
      throw new ConfigException(
          "processes: %s (expected: 1 to %d, or a range such as 0..8)"
              .formatted(text(least, most), PROCESSES_MAX));
    }
  }

  /** Returns a fixed number of processes. */
  public static ProcessRange of(int processes) {
    return new ProcessRange(processes, processes);
  }

  /**
   * Parses a fixed number or a range, such as {@code 2} or {@code 0..8}.
   *
   * @throws ConfigException if the text is neither
   */
  public static ProcessRange parse(String text) {
    var match = TEXT.matcher(text);
    if (!match.matches()) {
      throw new ConfigException(
          "processes: %s (expected: a number such as 2, or a range such as 0..8)".formatted(text));
    }
    int least = Integer.parseInt(match.group(1));
    return new ProcessRange(
        least, match.group(2) == null ? least : Integer.parseInt(match.group(2)));
  }

  /** Returns whether the number follows the load. */
  public boolean isElastic() {
    return least < most;
  }

  @Override
  public String toString() {
    return text(least, most);
  }

  private static String text(int least, int most) {
    return least == most ? Integer.toString(least) : least + ".." + most;
  }
}
