package dev.atf.access;

import dev.atf.protocol.v1.Action;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Actions that are allowed on the lambdas of a pattern: {@code schedule,read:resize-*}.
 *
 * @param lambdas a name, the beginning of names before {@code *}, or {@code *}
 */
public record Grant(Set<Action> actions, String lambdas) {
  private static final Pattern FORM = Pattern.compile("([a-z,]+):([a-z][a-z0-9-]*\\*?|\\*)");

  public Grant {
    actions = Set.copyOf(actions);
  }

  /**
   * @throws IllegalArgumentException if {@code text} is none
   */
  public static Grant parse(String text) {
    var form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw refusal(text);
    }
    var actions = EnumSet.noneOf(Action.class);
    for (var name : form.group(1).split(",", -1)) {
      actions.add(action(name, text));
    }
    return new Grant(actions, form.group(2));
  }

  boolean permits(Action action, String lambda) {
    return actions.contains(action) && covers(lambda);
  }

  boolean permitsEverywhere(Action action) {
    return actions.contains(action) && lambdas.equals("*");
  }

  private boolean covers(String lambda) {
    return lambdas.endsWith("*")
        ? lambda.startsWith(lambdas.substring(0, lambdas.length() - 1))
        : lambda.equals(lambdas);
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
