package dev.atf.model.route;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.check.FieldChecks;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Name under which callers schedule tasks. The first rule that holds chooses the lambda of a task;
 * if no rule holds, it is the default lambda. No lambda has the same name.
 *
 * @param fallback lambda of the tasks for which no rule holds
 * @param version number that grows by one with each change
 * @param updatedAt time of the last change, in whole milliseconds
 */
public record Route(
    LambdaName name, List<RouteRule> rules, LambdaName fallback, int version, Instant updatedAt) {
  /** Name in place of a rule's name if no rule holds. */
  public static final String DEFAULT = "default";

  /**
   * Choice of a route for one task.
   *
   * @param priority priority; null for the requested one
   * @param collection collection; null for the requested one
   */
  public record Choice(
      LambdaName lambda,
      RoutedBy by,
      @Nullable Priority priority,
      @Nullable CollectionName collection) {}

  /**
   * Result of a rule for one task.
   *
   * @param reason comparisons that decided, with the values found
   */
  public record Verdict(RouteRule rule, boolean holds, String reason) {}

  /**
   * Checks the rules.
   *
   * @throws dev.atf.model.check.InvalidFieldException for too many rules, or two rules with the
   *     same name
   */
  public Route {
    rules = List.copyOf(rules);
    var names = rules.stream().map(RouteRule::name).collect(Collectors.toSet());
    new FieldChecks()
        .that(
            rules.size() <= RouteLimits.RULES_MAX,
            "rules",
            rules.size() + " rules",
            "at most " + RouteLimits.RULES_MAX)
        .that(
            names.size() == rules.size(), "rules", "two rules of one name", "a name for each rule")
        .end();
  }

  /** Returns the choice for a task. Evaluates the rules in their order, until one holds. */
  public Choice choose(RuleFacts facts) {
    for (var rule : rules) {
      if (rule.when().holds(facts)) {
        return new Choice(rule.lambda(), by(rule.name()), rule.priority(), rule.collection());
      }
    }
    return new Choice(fallback, by(DEFAULT), null, null);
  }

  /**
   * Returns the results of all rules for a task, including those after the first rule that holds.
   */
  public List<Verdict> verdicts(RuleFacts facts) {
    return rules.stream()
        .map(rule -> new Verdict(rule, rule.when().holds(facts), rule.when().reason(facts)))
        .toList();
  }

  /** Returns all lambdas that the route names. */
  public SortedSet<LambdaName> lambdas() {
    var lambdas = new TreeSet<LambdaName>();
    lambdas.add(fallback);
    rules.forEach(rule -> lambdas.add(rule.lambda()));
    return lambdas;
  }

  /** Returns this route as the version after a given one. */
  public Route after(int before, Instant now) {
    return new Route(name, rules, fallback, before + 1, now);
  }

  /** Returns whether both routes choose the same, regardless of their versions and times. */
  public boolean isLike(Route other) {
    return name.equals(other.name) && rules.equals(other.rules) && fallback.equals(other.fallback);
  }

  private RoutedBy by(String rule) {
    return new RoutedBy(name, rule, version);
  }
}
