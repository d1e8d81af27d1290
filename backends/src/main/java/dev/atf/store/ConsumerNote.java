package dev.atf.store;

import dev.atf.store.MemberRegistry.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Note in the heartbeats of a store consumer, for its peers and for the processes that send hints
 * to it or report whether it runs.
 *
 * @param address address for hints; empty before the port is open
 * @param isAble false if the store consumer cannot do the work of its share; its note then has no
 *     address
 * @param timeout silence after which the store consumer counts as gone
 */
public record ConsumerNote(String address, boolean isAble, Duration timeout) {
  /**
   * Timeout of a note without one. It is longer than the default {@code memberTimeout} of 10 s,
   * because readers compare the times of different clocks.
   */
  private static final Duration TIMEOUT_MIN = Duration.ofMinutes(1);

  private static final String UNABLE = "unable";
  private static final Pattern TIMEOUT = Pattern.compile("timeoutMillis=([0-9]{1,15})");

  /** Reads a note. Words of other versions are skipped. */
  public static ConsumerNote of(Sighting sighting) {
    var words = sighting.note().split(" ", -1);
    boolean able = !words[0].equals(UNABLE);
    var timeout = TIMEOUT_MIN;
    for (var word : words) {
      var found = TIMEOUT.matcher(word);
      if (found.matches()) {
        timeout = Duration.ofMillis(Long.parseLong(found.group(1)));
      }
    }
    return new ConsumerNote(able ? words[0] : "", able, timeout);
  }

  /** Returns whether the store consumer with this heartbeat counts as gone. */
  public static boolean isSilent(Sighting sighting, Instant now) {
    return !sighting.at().isAfter(now.minus(of(sighting).timeout));
  }

  /**
   * Returns the text of the note. A timeout that readers assume anyway is omitted, so that earlier
   * versions can read the note, too.
   */
  public String text() {
    var first = isAble ? address : UNABLE;
    return timeout.compareTo(TIMEOUT_MIN) > 0
        ? first + " timeoutMillis=" + timeout.toMillis()
        : first;
  }
}
