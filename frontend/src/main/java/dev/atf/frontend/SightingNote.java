package dev.atf.frontend;

import dev.atf.store.MemberRegistry.Sighting;
import java.util.Optional;
import java.util.regex.Pattern;

/** The {@code key=number} pairs that services leave with their beats. Others are passed over. */
final class SightingNote {
  private SightingNote() {}

  static Optional<Double> number(Sighting sighting, String key) {
    for (var pair : sighting.note().split("\\s+", -1)) {
      if (pair.startsWith(key + "=")) {
        return number(pair.substring(key.length() + 1));
      }
    }
    return Optional.empty();
  }

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,15})?");

  private static Optional<Double> number(String text) {
    return NUMBER.matcher(text).matches()
        ? Optional.of(Double.parseDouble(text))
        : Optional.empty();
  }
}
