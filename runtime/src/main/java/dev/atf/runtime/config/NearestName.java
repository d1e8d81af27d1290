package dev.atf.runtime.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that is nearest to a misspelt one. */
public final class NearestName {
  /**
   * Maximum length of a name that is compared. The cost of a distance is the product of the
   * lengths, and callers choose the names.
   */
  private static final int NAME_CHARS_MAX = 64;

  private NearestName() {}

  /**
   * Returns the known name with the smallest distance.
   *
   * @return the first name with the smallest distance; empty if no name is known
   */
  public static Optional<String> of(String unknown, Collection<String> known) {
    var beginning = unknown.substring(0, Math.min(unknown.length(), NAME_CHARS_MAX));
    return known.stream().min(Comparator.comparingInt(name -> distance(beginning, name)));
  }

  /** Returns the number of characters to insert, delete or replace (Levenshtein distance). */
  static int distance(String one, String other) {
    var above = new int[other.length() + 1];
    for (int column = 0; column <= other.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= one.length(); row++) {
      var current = new int[above.length];
      current[0] = row;
      for (int column = 1; column <= other.length(); column++) {
        int replaced = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
        current[column] =
            Math.min(
                above[column - 1] + replaced, 1 + Math.min(above[column], current[column - 1]));
      }
      above = current;
    }
    return above[other.length()];
  }
}
