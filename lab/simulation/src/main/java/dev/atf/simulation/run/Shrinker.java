package dev.atf.simulation.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.simulation.world.WorldPlan;
import dev.atf.simulation.world.WorldReport;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Shrinks a failing world, greedily: removes or reduces every part of its plan that it can while
 * the same law is still broken.
 *
 * <p>It does not depend on the parts of a plan. From a list it removes halves, quarters and single
 * elements; numbers and durations are bisected; the seed stays. A plan that refuses a value counts
 * as a world without a violation.
 */
public final class Shrinker {
  private static final String SEED = "seed";

  private final Function<WorldPlan, WorldReport> run;
  private final BooleanSupplier hasTime;

  /**
   * @param run runs one world
   * @param hasTime asked before each world
   */
  public Shrinker(Function<WorldPlan, WorldReport> run, BooleanSupplier hasTime) {
    this.run = run;
    this.hasTime = hasTime;
  }

  /**
   * Shrinks until nothing more can be removed, or until there is no more time.
   *
   * @param broken a world in which a law was broken; the first one counts
   */
  public Shrunk shrink(WorldReport broken) {
    return new Search(broken).shrink();
  }

  private final class Search {
    private final String law;
    private final Set<ObjectNode> tried = new HashSet<>();
    private WorldReport best;
    private boolean outOfTime;

    Search(WorldReport broken) {
      this.law = broken.violations().get(0).law();
      this.best = broken;
    }

    Shrunk shrink() {
      boundFaults();
      WorldPlan before;
      do {
        before = best.plan();
        var names = new ArrayList<String>();
        PlanJson.tree(best.plan()).fieldNames().forEachRemaining(names::add);
        // Lists are the coarsest: what they hold is left out first.
        names.stream().filter(name -> value(name).isArray()).forEach(this::shorten);
        names.stream().filter(name -> !name.equals(SEED)).forEach(this::lessen);
      } while (!best.plan().equals(before) && !outOfTime);
      return new Shrunk(law, best, tried.size(), !outOfTime);
    }

    /** Bounds the faults by the number that happened, from which bisecting can begin. */
    private void boundFaults() {
      int happened = best.fired().values().stream().mapToInt(Integer::intValue).sum();
      if (happened < best.plan().faultsMax()) {
        breaks("faultsMax", JsonNodeFactory.instance.numberNode(happened));
      }
    }

    private JsonNode value(String name) {
      return PlanJson.tree(best.plan()).get(name);
    }

    private void shorten(String name) {
      for (int size = value(name).size(); size >= 1; size /= 2) {
        int from = 0;
        while (from < value(name).size()) {
          if (!breaks(name, without(value(name), from, size))) {
            from += size;
          }
        }
      }
    }

    private static ArrayNode without(JsonNode list, int from, int size) {
      var rest = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < list.size(); i++) {
        if (i < from || i >= from + size) {
          rest.add(list.get(i));
        }
      }
      return rest;
    }

    private void lessen(String name) {
      var value = value(name);
      if (value.isIntegralNumber()) {
        bisect(name, value.longValue(), JsonNodeFactory.instance::numberNode);
      } else if (value.isTextual()) {
        duration(value.textValue())
            .ifPresent(
                most ->
                    bisect(
                        name,
                        most.toSeconds(),
                        seconds ->
                            JsonNodeFactory.instance.textNode(
                                Duration.ofSeconds(seconds).toString())));
      }
    }

    private static Optional<Duration> duration(String text) {
      try {
        return Optional.of(Duration.parse(text));
      } catch (DateTimeParseException e) {
        return Optional.empty();
      }
    }

    private void bisect(String name, long most, LongFunction<JsonNode> node) {
      long low = 0;
      long high = most;
      while (low < high) {
        long middle = low + (high - low) / 2;
        if (breaks(name, node.apply(middle))) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
    }

    /** Runs a candidate; if it breaks the law too, it is the best world from now on. */
    private boolean breaks(String name, JsonNode value) {
      var candidate = PlanJson.tree(best.plan());
      candidate.set(name, value);
      var plan = valid(candidate);
      if (plan.isEmpty() || tried.contains(candidate)) {
        return false;
      }
      if (outOfTime || !hasTime.getAsBoolean()) {
        outOfTime = true;
        return false;
      }
      tried.add(candidate);
      var world = run.apply(plan.get());
      if (!world.broke(law)) {
        return false;
      }
      best = world;
      return true;
    }

    private static Optional<WorldPlan> valid(ObjectNode plan) {
      try {
        return Optional.of(PlanJson.plan(plan));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
  }
}
