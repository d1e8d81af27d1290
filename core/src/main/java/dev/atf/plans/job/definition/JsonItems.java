package dev.atf.plans.job.definition;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a JSON array into items for a fan-out, without parsing the items. Only the characters that
 * separate items are checked.
 */
public final class JsonItems {
  private final byte[] json;
  private int at;

  private JsonItems(byte[] json) {
    this.json = json;
  }

  /**
   * Splits a JSON array into its items.
   *
   * @return empty if the text is not an array
   */
  public static Optional<List<String>> of(byte[] json) {
    return new JsonItems(json).read();
  }

  private Optional<List<String>> read() {
    skipSpace();
    if (!take('[')) {
      return Optional.empty();
    }
    var items = new ArrayList<String>();
    skipSpace();
    if (take(']')) {
      return end(items);
    }
    while (true) {
      int from = at;
      skipValue();
      if (at >= json.length) {
        return Optional.empty();
      }
      var item = new String(json, from, at - from, StandardCharsets.UTF_8).strip();
      if (item.isEmpty()) {
        return Optional.empty();
      }
      items.add(item);
      if (take(']')) {
        return end(items);
      }
      if (!take(',')) {
        return Optional.empty();
      }
    }
  }

  private Optional<List<String>> end(List<String> items) {
    skipSpace();
    return at == json.length ? Optional.of(items) : Optional.empty();
  }

  /** Skips to the comma or bracket that ends the value, or beyond the end of the text. */
  private void skipValue() {
    int depth = 0;
    for (; at < json.length; at++) {
      switch (json[at]) {
        case '"' -> skipString();
        case '[', '{' -> depth++;
        case ']', '}' -> {
          if (depth == 0) {
            return;
          }
          depth--;
        }
        case ',' -> {
          if (depth == 0) {
            return;
          }
        }
        default -> {}
      }
    }
  }

  /** Skips to the last quote of the string, or beyond the end of the text. */
  private void skipString() {
    for (at++; at < json.length && json[at] != '"'; at++) {
      if (json[at] == '\\') {
        at++;
      }
    }
  }

  private void skipSpace() {
    while (at < json.length && (json[at] == ' ' || (json[at] >= 9 && json[at] <= 13))) {
      at++;
    }
  }

  private boolean take(char c) {
    if (at < json.length && json[at] == c) {
      at++;
      return true;
    }
    return false;
  }
}
