package dev.atf.worker.builtin;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The header Retry-After: seconds or a date.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#field.retry-after">RFC 9110</a>
 */
final class RetryAfterHeader {
  /** A server that asks for more is not believed. */
  static final Duration MAX = Duration.ofDays(1);

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,10}");

  private RetryAfterHeader() {}

  /** Empty if it is neither; a date in the past is zero. */
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
