package dev.atf.model.route;

import dev.atf.model.LambdaName;

/**
 * Route that has chosen the lambda of a task.
 *
 * @param rule name of the rule that held; {@link Route#DEFAULT} if no rule held
 * @param version version of the route at that time
 */
public record RoutedBy(LambdaName route, String rule, int version) {
  /** Returns a sentence about the choice, without a full stop. */
  public String chose(LambdaName lambda) {
    return "route %s, %s (version %d) chose lambda %s"
        .formatted(
            route, rule.equals(Route.DEFAULT) ? "its default" : "rule " + rule, version, lambda);
  }
}
