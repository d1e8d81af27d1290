package dev.atf.runtime;

import java.util.Collection;
import java.util.Comparator;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** What somebody probably meant who wrote a name that nobody knows. */
public final class NearestName {
  private NearestName() {}

  /**
   * @return one of the known names, the first of the nearest; "none" if there are none
   */
  public static String of(String unknown, Collection<String> known) {
    return known.stream()
        .min(
            Comparator.comparingInt(
                name -> LevenshteinDistance.getDefaultInstance().apply(unknown, name)))
        .orElse("none");
  }
}
