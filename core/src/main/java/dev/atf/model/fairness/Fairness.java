package dev.atf.model.fairness;

import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.Limits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sharing of a lambda among the fairness keys of its tasks.
 *
 * @param weights weights of keys that get more than one part; any other key has {@link
 *     #WEIGHT_DEFAULT}
 * @param ratePerKey maximum number of tasks of one key and priority that are released per second; 0
 *     for no limit
 * @param runningMaxPerKey maximum number of tasks of one key that run at the same time; 0 for no
 *     limit
 */
public record Fairness(Map<String, Integer> weights, double ratePerKey, int runningMaxPerKey) {
  public static final int WEIGHT_DEFAULT = 1;
  public static final int WEIGHT_MAX = 1_000;
  static final int WEIGHTS_MAX = 100;
  private static final double RATE_MAX = 1_000_000;

  /** Equal parts without limits. */
  public static final Fairness EQUAL = new Fairness(Map.of(), 0, 0);

  public Fairness {
    // Ordered, so that two readings of one definition are written alike.
    weights = Collections.unmodifiableMap(new TreeMap<>(weights));
  }

  /** Returns the violations of the rules, by field. */
  public List<FieldViolation> violations() {
    var found = new ArrayList<FieldViolation>();
    if (weights.size() > WEIGHTS_MAX) {
      found.add(
          new FieldViolation(
              "fairness.weights", weights.size() + " keys", "at most " + WEIGHTS_MAX));
    }
    weights.forEach(
        (key, weight) -> {
          if (weight < 1 || weight > WEIGHT_MAX) {
            found.add(
                new FieldViolation(
                    "fairness.weights[" + FieldViolation.printable(key) + "]",
                    "" + weight,
                    "1 to " + WEIGHT_MAX));
          }
        });
    if (!(ratePerKey >= 0 && ratePerKey <= RATE_MAX)) {
      found.add(
          new FieldViolation("fairness.ratePerKey", "" + ratePerKey, "0 to " + (long) RATE_MAX));
    }
    if (runningMaxPerKey < 0 || runningMaxPerKey > Limits.RUNNING_MAX) {
      found.add(
          new FieldViolation(
              "fairness.runningMaxPerKey", "" + runningMaxPerKey, "0 to " + Limits.RUNNING_MAX));
    }
    return found;
  }

  /** Returns whether tasks of one key may be held back while those of other keys continue. */
  public boolean limitsKeys() {
    return ratePerKey > 0 || runningMaxPerKey > 0;
  }

  /** Returns the weight of a group, which is the greatest weight of its named keys. */
  public int weight(KeyGroup group) {
    if (group.isNone() || weights.isEmpty()) {
      return WEIGHT_DEFAULT;
    }
    return weights.entrySet().stream()
        .filter(named -> KeyGroup.of(named.getKey()).equals(group))
        .mapToInt(Map.Entry::getValue)
        .max()
        .orElse(WEIGHT_DEFAULT);
  }
}
