package dev.atf.simulation.check;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts which priority goes first while several of one lambda wait. One claim proves nothing,
 * since each priority has its share; among many, most are of the highest.
 */
public final class Shares implements Rule {
  private final Map<LambdaName, Map<TaskId, String>> waiting = new HashMap<>();
  private int contested;
  private int toHighest;

  /**
   * @param contested claims while tasks of two priorities or more were ready
   * @param toHighest those of these that went to the highest ready priority
   */
  public record Count(int contested, int toHighest) {}

  public Count count() {
    return new Count(contested, toHighest);
  }

  @Override
  public String name() {
    return "priorities have their shares";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var header = change.after().header();
    var ready = waiting.computeIfAbsent(header.lambda(), lambda -> new TreeMap<>());
    switch (change.event()) {
      case CLAIM, CLAIM_AND_MOVE_ALARM -> {
        var priorities = ready.values().stream().distinct().sorted().toList();
        if (priorities.size() > 1) {
          contested++;
          if (priorities.get(0).equals(header.priority().value())) {
            toHighest++;
          }
        }
      }
      default -> {}
    }
    if (change.after().status() == TaskStatus.ENQUEUED) {
      ready.put(header.taskId(), header.priority().value());
    } else {
      ready.remove(header.taskId());
    }
  }
}
