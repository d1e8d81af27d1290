package dev.atf.frontend.route;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.route.Route;
import dev.atf.model.route.RouteLimits;
import dev.atf.model.route.RouteRule;
import dev.atf.model.route.RuleCondition;
import dev.atf.protocol.ProtoTimes;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Converts routes to and from their protocol form. */
final class RouteForm {
  private RouteForm() {}

  static dev.atf.protocol.v1.Route of(Route route) {
    var form =
        dev.atf.protocol.v1.Route.newBuilder()
            .setName(route.name().value())
            .setDefault(route.fallback().value())
            .setVersion(route.version())
            .setUpdatedAt(ProtoTimes.proto(route.updatedAt()));
    route.rules().forEach(rule -> form.addRules(of(rule)));
    return form.build();
  }

  private static dev.atf.protocol.v1.RouteRule of(RouteRule rule) {
    var form =
        dev.atf.protocol.v1.RouteRule.newBuilder()
            .setName(rule.name())
            .setWhen(rule.when().text())
            .setLambda(rule.lambda().value());
    Optional.ofNullable(rule.priority()).ifPresent(it -> form.setPriority(it.value()));
    Optional.ofNullable(rule.collection()).ifPresent(it -> form.setCollection(it.value()));
    return form.build();
  }

  /**
   * Reads a route, and adds everything that is wrong with it to the violations.
   *
   * @param path path of the message in the request, such as {@code route.}
   * @param version version of the resulting route
   * @return empty if there are violations
   */
  static Optional<Route> read(
      dev.atf.protocol.v1.Route form,
      String path,
      int version,
      Instant now,
      Violations violations) {
    var name = name(path + "name", form.getName(), violations);
    var fallback = name(path + "default", form.getDefault(), violations);
    int count = form.getRulesCount();
    if (count > RouteLimits.RULES_MAX) {
      violations.add(path + "rules", count + " rules", "at most " + RouteLimits.RULES_MAX);
    }
    var rules = new ArrayList<RouteRule>();
    for (int i = 0; i < Math.min(count, RouteLimits.RULES_MAX); i++) {
      rule("%srules[%d].".formatted(path, i), form.getRules(i), violations).ifPresent(rules::add);
    }
    int searches = rules.stream().mapToInt(rule -> rule.when().searches()).sum();
    if (searches > RouteLimits.SEARCHES_MAX) {
      violations.add(
          path + "rules",
          searches + " comparisons by contains",
          "at most %d in a route".formatted(RouteLimits.SEARCHES_MAX));
    }
    return violations.isEmpty()
        ? violations.read(
            path, () -> new Route(name.orElseThrow(), rules, fallback.orElseThrow(), version, now))
        : Optional.empty();
  }

  private static Optional<RouteRule> rule(
      String path, dev.atf.protocol.v1.RouteRule form, Violations violations) {
    var name = violations.read(path, () -> RouteRule.requireName(form.getName()));
    var when =
        violations.read(
            path, () -> RuleCondition.parse(WellFormed.require("when", form.getWhen())));
    var lambda = name(path + "lambda", form.getLambda(), violations);
    var priority = optional(path, form.getPriority(), Priority::new, violations);
    var collection = optional(path, form.getCollection(), CollectionName::new, violations);
    return name.isEmpty() || when.isEmpty() || lambda.isEmpty()
        ? Optional.empty()
        : Optional.of(new RouteRule(name.get(), when.get(), lambda.get(), priority, collection));
  }

  private static <T> @Nullable T optional(
      String path, String value, Function<String, T> as, Violations violations) {
    return value.isEmpty() ? null : violations.read(path, () -> as.apply(value)).orElse(null);
  }

  private static Optional<LambdaName> name(String field, String value, Violations violations) {
    try {
      return Optional.of(new LambdaName(value));
    } catch (InvalidFieldException e) {
      e.violations()
          .forEach(
              each ->
                  violations.add(
                      field, value.isEmpty() ? "missing" : each.value(), each.expected()));
      return Optional.empty();
    }
  }
}
