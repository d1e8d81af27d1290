package dev.atf.model.route;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Attribute of a request that a rule uses.
 *
 * @param path name of the label, or names from the payload's root down; empty for the other sources
 */
public record RuleAttribute(Source source, List<String> path) {
  /** Source of an attribute, by its name in the language. */
  public enum Source {
    CALLER_PRINCIPAL("caller.principal"),
    CALLER_TENANT("caller.tenant"),
    COLLECTION("collection"),
    PRIORITY("priority"),
    PAYLOAD_BYTES("payload.bytes"),
    LABELS("labels"),
    JSON("json");

    private final String text;

    Source(String text) {
      this.text = text;
    }

    /** Returns the maximum number of names that may follow the attribute. */
    int pathMax() {
      return switch (this) {
        case LABELS -> 1;
        case JSON -> RouteLimits.JSON_PATH_MAX;
        default -> 0;
      };
    }

    @Override
    public String toString() {
      return text;
    }
  }

  public RuleAttribute {
    path = List.copyOf(path);
  }

  /** Returns whether the attribute can have values of the given kind. */
  boolean mayBe(RuleValue value) {
    return switch (source) {
      case JSON -> true;
      case PAYLOAD_BYTES -> value instanceof RuleValue.Numeric;
      default -> value instanceof RuleValue.Text;
    };
  }

  @Override
  public String toString() {
    return source
        + path.stream()
            .map(name -> RuleLexer.isWord(name) ? name : new RuleValue.Text(name).toString())
            .map(name -> "." + name)
            .collect(Collectors.joining());
  }
}
