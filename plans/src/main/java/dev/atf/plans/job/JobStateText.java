package dev.atf.plans.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Text form of a job's state: at most 1 KB for 1,000 plain steps, because each change is a write
 * whose cost is its size.
 *
 * <p>Fields, separated by {@code ;}: version of this format, status, goal, flags, round, cause, the
 * states of all units four bits each, the number of units of each fan-out ({@code 3=17}, with
 * {@code *} when that is not counted yet), patches ({@code 3=name}), and those units whose numbers
 * are not the usual ones of their state ({@code unit:tries:failures:undos:ran}). A unit is a step,
 * or an item.
 */
public final class JobStateText {
  private static final String VERSION = "1";
  private static final List<StepStatus> STEP = List.of(StepStatus.values());

  private JobStateText() {}

  public static String write(JobState state) {
    var units = state.steps().stream().flatMap(step -> step.units().stream()).toList();
    var counts = new ArrayList<String>();
    var patches = new ArrayList<String>();
    for (int place = 0; place < state.steps().size(); place++) {
      var step = state.step(place);
      if (!step.expanded() || step.units().size() != 1) {
        counts.add(place + "=" + step.units().size() + (step.expanded() ? "" : "*"));
      }
      if (!step.patch().isEmpty()) {
        patches.add(place + "=" + step.patch());
      }
    }
    var odd = new ArrayList<String>();
    for (int i = 0; i < units.size(); i++) {
      var unit = units.get(i);
      if (!unit.equals(usual(unit.status()))) {
        odd.add(
            i
                + ":"
                + unit.tries()
                + ":"
                + unit.failures()
                + ":"
                + unit.undos()
                + ":"
                + (unit.ran() ? 1 : 0));
      }
    }
    return String.join(
        ";",
        VERSION,
        state.status().name(),
        state.goal().name(),
        (state.paused() ? "p" : "") + (state.settled() ? "s" : ""),
        "" + state.round(),
        "" + state.cause(),
        packed(units),
        String.join(",", counts),
        String.join(",", patches),
        String.join(",", odd));
  }

  /**
   * @param steps number of steps in the definition
   * @throws IllegalArgumentException if the text is not in this format
   */
  public static JobState read(String text, int steps) {
    var fields = text.split(";", -1);
    if (fields.length != 10 || !fields[0].equals(VERSION)) {
      throw new IllegalArgumentException("not the state of a job: " + fields[0]);
    }
    var counts = new int[steps];
    var expanded = new boolean[steps];
    Arrays.fill(counts, 1);
    Arrays.fill(expanded, true);
    for (var entry : entries(fields[7])) {
      var parts = entry.split("=", -1);
      int place = Integer.parseInt(parts[0]);
      expanded[place] = !parts[1].endsWith("*");
      counts[place] = Integer.parseInt(parts[1].replace("*", ""));
    }
    var patches = new String[steps];
    Arrays.fill(patches, "");
    for (var entry : entries(fields[8])) {
      var parts = entry.split("=", -1);
      patches[Integer.parseInt(parts[0])] = parts[1];
    }
    int sum = Arrays.stream(counts).sum();
    var units = unpacked(fields[6], sum);
    for (var entry : entries(fields[9])) {
      var parts = entry.split(":", -1);
      int i = Integer.parseInt(parts[0]);
      units.set(
          i,
          new UnitState(
              units.get(i).status(),
              Integer.parseInt(parts[1]),
              Integer.parseInt(parts[2]),
              Integer.parseInt(parts[3]),
              parts[4].equals("1")));
    }
    var states = new ArrayList<StepState>();
    int at = 0;
    for (int place = 0; place < steps; place++) {
      states.add(
          new StepState(expanded[place], patches[place], units.subList(at, at + counts[place])));
      at += counts[place];
    }
    return new JobState(
        JobStatus.valueOf(fields[1]),
        Goal.valueOf(fields[2]),
        fields[3].contains("p"),
        fields[3].contains("s"),
        Integer.parseInt(fields[4]),
        Integer.parseInt(fields[5]),
        states);
  }

  /** Returns the numbers of a unit that came to its state without a detour. */
  private static UnitState usual(StepStatus status) {
    return switch (status) {
      case PENDING, SKIPPED, CANCELLED -> new UnitState(status, 0, 0, 0, false);
      case RUNNING -> new UnitState(status, 1, 0, 0, false);
      case SUCCEEDED -> new UnitState(status, 1, 0, 0, true);
      case FAILED, HELD -> new UnitState(status, 1, 1, 0, true);
      case COMPENSATING, COMPENSATION_FAILED -> new UnitState(status, 1, 0, 1, true);
      case COMPENSATED -> new UnitState(status, 1, 0, 1, true);
    };
  }

  private static String packed(List<UnitState> units) {
    var bytes = new byte[(units.size() + 1) / 2];
    for (int i = 0; i < units.size(); i++) {
      int code = STEP.indexOf(units.get(i).status());
      bytes[i / 2] |= (byte) (i % 2 == 0 ? code << 4 : code);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static List<UnitState> unpacked(String text, int count) {
    var bytes = Base64.getUrlDecoder().decode(text);
    if (bytes.length != (count + 1) / 2) {
      throw new IllegalArgumentException("the state of a job with another count of steps");
    }
    var units = new ArrayList<UnitState>(count);
    for (int i = 0; i < count; i++) {
      int code = i % 2 == 0 ? (bytes[i / 2] >> 4) & 0xf : bytes[i / 2] & 0xf;
      units.add(usual(STEP.get(code)));
    }
    return units;
  }

  private static List<String> entries(String field) {
    return field.isEmpty() ? List.of() : List.of(field.split(",", -1));
  }
}
