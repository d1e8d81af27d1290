package dev.atf.worker.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.executor.FailureCode;
import dev.atf.executor.Outcome;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the fields of a payload and collects all problems, each as {@code field: value (expected:
 * …)}. Values of invalid fields are shortened.
 */
final class PayloadFields {
  private static final int SHOWN_CHARS_MAX = 60;

  private final JsonNode payload;
  private final Set<String> known = new HashSet<>();
  private final List<String> violations = new ArrayList<>();

  PayloadFields(JsonNode payload) {
    this.payload = payload;
    if (!payload.isObject()) {
      violate("payload", payload, "a JSON object");
    }
  }

  Optional<JsonNode> any(String field) {
    known.add(field);
    var value = payload.path(field);
    return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  Optional<String> text(String field) {
    return any(field).flatMap(value -> textOf(field, value, "a text"));
  }

  /** Adds a violation for a missing field. */
  void require(String field) {
    if (any(field).isEmpty()) {
      violations.add(field + ": missing (expected: a text)");
    }
  }

  /**
   * Returns an address. Addresses with a user's name are refused, because the name would be
   * visible.
   */
  Optional<URI> httpUrl(String field) {
    var text = text(field);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      var uri = new URI(text.get());
      boolean http = "http".equalsIgnoreCase(uri.getScheme());
      boolean https = "https".equalsIgnoreCase(uri.getScheme());
      if ((http || https) && uri.getHost() != null && uri.getUserInfo() == null) {
        return Optional.of(uri);
      }
    } catch (URISyntaxException e) {
      // Falls through to the message for other URLs.
    }
    violate(field, payload.path(field), "http://host/… or https://host/…");
    return Optional.empty();
  }

  List<String> requiredTexts(String field) {
    var value = any(field);
    if (value.isEmpty() || !value.get().isArray() || value.get().isEmpty()) {
      violate(field, payload.path(field), "a list of texts, at least one");
      return List.of();
    }
    var texts = new ArrayList<String>();
    value.get().forEach(item -> textOf(field, item, "a list of texts").ifPresent(texts::add));
    return texts;
  }

  Map<String, String> texts(String field) {
    var texts = new LinkedHashMap<String, String>();
    any(field)
        .ifPresent(
            value -> {
              if (!value.isObject()) {
                violate(field, value, "an object of texts");
                return;
              }
              value
                  .properties()
                  .forEach(
                      entry ->
                          textOf(field + "." + entry.getKey(), entry.getValue(), "a text")
                              .ifPresent(text -> texts.put(entry.getKey(), text)));
            });
    return texts;
  }

  Set<Integer> integers(String field) {
    var numbers = new HashSet<Integer>();
    any(field)
        .ifPresent(
            value -> {
              if (!value.isArray()) {
                violate(field, value, "a list of whole numbers");
              }
              value.forEach(
                  item -> {
                    if (item.isInt()) {
                      numbers.add(item.intValue());
                    } else {
                      violate(field, item, "a list of whole numbers");
                    }
                  });
            });
    return numbers;
  }

  Optional<Duration> duration(String field) {
    var text = text(field);
    var duration = text.flatMap(DurationText::parse);
    if (text.isPresent() && duration.isEmpty()) {
      violate(
          field,
          payload.path(field),
          "a duration of more than 0 and at most "
              + DurationText.MAX.toDays()
              + " days, such as \"30s\"");
    }
    return duration;
  }

  void violate(String field, JsonNode value, String expected) {
    violations.add(field + ": " + shown(value) + " (expected: " + expected + ")");
  }

  /**
   * Returns the failure of the task; empty if all fields are valid. It must be called after all
   * fields were read.
   */
  Optional<Outcome> failure() {
    for (var field : payload.properties()) {
      if (!known.contains(field.getKey())) {
        violate(
            field.getKey(),
            field.getValue(),
            "nothing; known are " + known.stream().sorted().toList());
      }
    }
    return violations.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Outcome.fatal(FailureCode.PAYLOAD_UNREADABLE.name(), String.join("; ", violations)));
  }

  private Optional<String> textOf(String field, JsonNode value, String expected) {
    if (!value.isTextual()) {
      violate(field, value, expected);
      return Optional.empty();
    }
    if (value.textValue().indexOf('\0') >= 0) {
      violations.add(field + ": contains NUL (expected: a text without it)");
      return Optional.empty();
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value.textValue())) {
      violations.add(field + ": contains half of a surrogate pair (expected: a Unicode text)");
      return Optional.empty();
    }
    return Optional.of(value.textValue());
  }

  private static String shown(JsonNode value) {
    var text = value.isMissingNode() ? "missing" : value.toString();
    return text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "…";
  }
}
