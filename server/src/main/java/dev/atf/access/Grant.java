package dev.atf.access;

import dev.atf.protocol.v1.Action;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Actions that are allowed on the lambdas of some patterns: {@code schedule,read:resize-*,mail}.
 *
 * @param lambdas patterns: a name, a prefix followed by {@code *}, or {@code *}
 */
public record Grant(Set<Action> actions, List<String> lambdas) {
  private static final Pattern LAMBDAS = Pattern.compile("[a-z][a-z0-9-]*\\*?|\\*");

  public Grant {
    actions = Set.copyOf(actions);
    lambdas = List.copyOf(lambdas);
  }

  /**
   * Parses a grant as it is written in a policy.
   *
   * @throws IllegalArgumentException if the text is not a grant
   */
  public static Grant parse(String text) {
    var parts = text.strip().split(":", -1);
    if (parts.length != 2) {
      throw refusal(text);
    }
    var actions = EnumSet.noneOf(Action.class);
    for (var name : parts[0].split(",", -1)) {
      actions.add(action(name, text));
    }
    var lambdas = List.of(parts[1].split(",", -1));
    if (!lambdas.stream().allMatch(LAMBDAS.asMatchPredicate())) {
      throw refusal(text);
    }
    return new Grant(actions, lambdas);
  }

  boolean permits(Action action, String lambda) {
    return actions.contains(action)
        && lambdas.stream().anyMatch(pattern -> covers(pattern, lambda));
  }

  boolean permitsEverywhere(Action action) {
    return actions.contains(action) && lambdas.contains("*");
  }

  private static boolean covers(String pattern, String lambda) {
    return pattern.endsWith("*")
        ? lambda.startsWith(pattern.substring(0, pattern.length() - 1))
        : lambda.equals(pattern);
  }

  private static Action action(String name, String text) {
    for (var action : Action.values()) {
      if (isReal(action) && action.name().toLowerCase(Locale.ROOT).equals(name)) {
        return action;
      }
    }
    throw refusal(text);
  }

  private static boolean isReal(Action action) {
    return action != Action.ACTION_UNSPECIFIED && action != Action.UNRECOGNIZED;
  }

  private static IllegalArgumentException refusal(String text) {
    return new IllegalArgumentException(
        "grant: "
            + text
            + " (expected: such as schedule,read:resize-*, of schedule, read, cancel, execute,"
            + " admin)");
  }
}
