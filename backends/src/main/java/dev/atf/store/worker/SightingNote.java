package dev.atf.store.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atf.store.MemberRegistry.Sighting;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Pairs {@code key=value} in the notes of heartbeats, with values in URL encoding. Anything else is
 * skipped.
 */
public record SightingNote(Map<String, String> pairs) {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,15})?");

  public static SightingNote of(Sighting sighting) {
    var pairs = new HashMap<String, String>();
    for (var pair : sighting.note().split("\\s+", -1)) {
      int end = pair.indexOf('=');
      if (end > 0) {
        pairs.put(pair.substring(0, end), pair.substring(end + 1));
      }
    }
    return new SightingNote(Map.copyOf(pairs));
  }

  public Optional<Double> number(String key) {
    return Optional.ofNullable(pairs.get(key))
        .filter(text -> NUMBER.matcher(text).matches())
        .map(Double::valueOf);
  }

  /** Returns a number; 0 if there is no value, or the value is not a number. */
  public int count(String key) {
    return number(key).map(Double::intValue).orElse(0);
  }

  /** Returns a text; an empty one if there is no value. */
  public String text(String key) {
    try {
      return URLDecoder.decode(pairs.getOrDefault(key, ""), UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
