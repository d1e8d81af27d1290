package dev.atf.runtime.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** What somebody probably meant who wrote a name that nobody knows. */
public final class NearestName {
  /** The distance costs the product of the lengths, and names may come from anybody. */
  private static final int NAME_CHARS_MAX = 64;

  private NearestName() {}

  /**
   * @return the first of the nearest; empty if nothing is known
   */
  public static Optional<String> of(String unknown, Collection<String> known) {
    var beginning = unknown.substring(0, Math.min(unknown.length(), NAME_CHARS_MAX));
    return known.stream()
        .min(
            Comparator.comparingInt(
                name -> LevenshteinDistance.getDefaultInstance().apply(beginning, name)));
  }
}
