package dev.atf.worker.builtin;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parser of the header Retry-After: seconds or a date.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#field.retry-after">RFC 9110</a>
 */
final class RetryAfterHeader {
  /** Longest delay. Longer delays of a server are ignored. */
  static final Duration MAX = Duration.ofDays(1);

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,10}");

  private RetryAfterHeader() {}

  /**
   * Parses the header; empty if it is neither seconds nor a date. A date in the past is returned as
   * zero.
   */
  static Optional<Duration> parse(String header, Instant now) {
    var text = header.strip();
    try {
      var wait =
          SECONDS.matcher(text).matches()
              ? Duration.ofSeconds(Long.parseLong(text))
              : Duration.between(
                  now, ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
      if (wait.isNegative()) {
        return Optional.of(Duration.ZERO);
      }
      return Optional.of(wait.compareTo(MAX) > 0 ? MAX : wait);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
