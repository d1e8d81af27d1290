package dev.atf.model.route;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Names;
import org.jspecify.annotations.Nullable;

/**
 * Rule of a route.
 *
 * @param name 1-64 of a-z 0-9 -, starting with a letter; unique within its route
 * @param lambda lambda of the tasks for which it holds
 * @param priority priority of these tasks; null for the requested one
 * @param collection collection of these tasks; null for the requested one
 */
public record RouteRule(
    String name,
    RuleCondition when,
    LambdaName lambda,
    @Nullable Priority priority,
    @Nullable CollectionName collection) {
  private static final int NAME_CHARS_MAX = 64;

  public RouteRule {
    requireName(name);
  }

  /**
   * Checks the name of a rule.
   *
   * @throws InvalidFieldException for the field {@code name}
   */
  public static String requireName(String name) {
    if (name.equals(Route.DEFAULT)) {
      throw new InvalidFieldException("name", name, "another name; this one is the route's own");
    }
    return Names.requireLower(
        "name", name, NAME_CHARS_MAX, "1-64 of a-z 0-9 -, starting with a letter");
  }
}
