package dev.atf.plans.job.definition;

import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Rules for the list of steps of a job. All violations are reported together. */
final class JobRules {
  private static final Pattern JOB_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");
  private static final Duration ULTIMATUM_MIN = Duration.ofSeconds(1);

  private final List<StepDefinition> steps;
  private final Map<String, Integer> places = new HashMap<>();
  private final List<FieldViolation> found = new ArrayList<>();

  private JobRules(List<StepDefinition> steps) {
    this.steps = steps;
  }

  static void check(String name, List<StepDefinition> steps, int rounds) {
    new JobRules(steps).check(name, rounds);
  }

  private void check(String name, int rounds) {
    if (!JOB_NAME.matcher(name).matches()) {
      add("name", name, "1-128 of A-Z a-z 0-9 . _ -, starting with a letter or digit");
    }
    within("rounds", rounds, 1, JobDefinition.ROUNDS_MAX);
    within("steps", steps.size(), 1, JobDefinition.STEPS_MAX);
    if (steps.size() <= JobDefinition.STEPS_MAX) {
      checkNames();
      checkEach();
      checkSums();
      if (found.isEmpty()) {
        JobGraph.findCycle(steps)
            .ifPresent(
                cycle -> add("steps", String.join(" after ", cycle), "steps without a cycle"));
      }
    }
    if (!found.isEmpty()) {
      throw new InvalidFieldException(found);
    }
  }

  private void checkNames() {
    for (int i = 0; i < steps.size(); i++) {
      var name = steps.get(i).name();
      if (!NAME.matcher(name).matches()) {
        add(field(i, "name"), name, "1-64 of a-z 0-9 -, starting with a letter");
      }
      var earlier = places.putIfAbsent(name, i);
      if (earlier != null) {
        add(field(i, "name"), name, "another name: steps[" + earlier + "] has this one");
      }
    }
  }

  private void checkEach() {
    for (int i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
      checkReferences(field(i, "after"), step.after());
      checkReferences(field(i, "inputs"), step.inputs());
      if (step.fanOut() instanceof FanOut.ResultOf result) {
        checkReferences(field(i, "forEachResultOf"), List.of(result.step()));
        checkSource(i, result.step());
      }
      var ultimatum = step.ultimatum();
      if (ultimatum != null
          && (ultimatum.compareTo(ULTIMATUM_MIN) < 0
              || ultimatum.compareTo(JobDefinition.LIFETIME) > 0)) {
        add(field(i, "ultimatum"), ultimatum, "1s to " + JobDefinition.LIFETIME.toDays() + " days");
      }
    }
  }

  private void checkReferences(String field, List<String> names) {
    var seen = new HashSet<String>();
    for (var name : names) {
      if (!places.containsKey(name)) {
        add(field, name, "the name of a step of this job");
      } else if (!seen.add(name)) {
        add(field, name, "each step once");
      }
    }
  }

  private void checkSource(int i, String source) {
    var place = places.get(source);
    if (place != null && steps.get(place).fansOut()) {
      add(field(i, "forEachResultOf"), source, "a step without a fan-out");
    }
  }

  private void checkSums() {
    long items = 0;
    long edges = 0;
    for (var step : steps) {
      items += step.fanOut() instanceof FanOut.Items list ? list.count() : 0;
      edges += step.after().size() + step.inputs().size();
    }
    within("items of all steps", items, 0, JobDefinition.ITEMS_MAX);
    within("names in after and inputs of all steps", edges, 0, JobDefinition.EDGES_MAX);
  }

  private void within(String field, long value, long min, long max) {
    if (value < min || value > max) {
      add(field, value, min + " to " + max);
    }
  }

  private void add(String field, Object value, String expected) {
    found.add(new FieldViolation(field, String.valueOf(value), expected));
  }

  private static String field(int step, String name) {
    return "steps[" + step + "]." + name;
  }
}
