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
 * Name under which callers schedule tasks whose lambda is chosen by rules, by the first rule that
 * holds, otherwise by the default. No lambda has the same name.
 *
 * @param fallback lambda of the tasks for which no rule holds
 * @param version grows by one with each change
 * @param updatedAt whole milliseconds
 */
public record Route(
    LambdaName name, List<RouteRule> rules, LambdaName fallback, int version, Instant updatedAt) {
  /** Name that is used instead of a rule's if no rule holds. */
  public static final String DEFAULT = "default";

  /**
   * Choice of a route for one task.
   *
   * @param priority null: the one that the caller has requested
   * @param collection null: the one that the caller has requested
   */
  public record Choice(
      LambdaName lambda,
      RoutedBy by,
      @Nullable Priority priority,
      @Nullable CollectionName collection) {}

  /**
   * Rule that was evaluated for one task.
   *
   * @param reason comparisons that decide, with the values found
   */
  public record Verdict(RouteRule rule, boolean holds, String reason) {}

  /**
   * @throws dev.atf.model.check.InvalidFieldException for too many rules, or two of one name
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

  /**
   * Returns the choice for a task. Evaluates the rules in their order, up to the first that holds.
   */
  public Choice choose(RuleFacts facts) {
    for (var rule : rules) {
      if (rule.when().holds(facts)) {
        return new Choice(rule.lambda(), by(rule.name()), rule.priority(), rule.collection());
      }
    }
    return new Choice(fallback, by(DEFAULT), null, null);
  }

  /** Returns what each rule says of a task, also of those that come after the first that holds. */
  public List<Verdict> verdicts(RuleFacts facts) {
    return rules.stream()
        .map(rule -> new Verdict(rule, rule.when().holds(facts), rule.when().reason(facts)))
        .toList();
  }

  /** Returns the lambdas that it names. */
  public SortedSet<LambdaName> lambdas() {
    var lambdas = new TreeSet<LambdaName>();
    lambdas.add(fallback);
    rules.forEach(rule -> lambdas.add(rule.lambda()));
    return lambdas;
  }

  /** Returns the same route as the version after the one given. */
  public Route after(int before, Instant now) {
    return new Route(name, rules, fallback, before + 1, now);
  }

  /** Returns whether both choose the same, whatever their versions and times are. */
  public boolean isLike(Route other) {
    return name.equals(other.name) && rules.equals(other.rules) && fallback.equals(other.fallback);
  }

  private RoutedBy by(String rule) {
    return new RoutedBy(name, rule, version);
  }
}
