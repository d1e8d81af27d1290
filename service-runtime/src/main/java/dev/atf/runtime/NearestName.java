package dev.atf.runtime;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** What somebody who wrote an unknown name may have meant. */
public final class NearestName {
  /** The distance costs the product of the lengths, and names may come from anybody. */
  private static final int NAME_CHARS_MAX = 64;

  private NearestName() {}

  /**
   * @return empty if nothing is known
   */
  public static Optional<String> of(String name, Collection<String> known) {
    var beginning = name.substring(0, Math.min(name.length(), NAME_CHARS_MAX));
    return known.stream()
        .min(
            Comparator.comparingInt(
                other -> LevenshteinDistance.getDefaultInstance().apply(beginning, other)));
  }
}
