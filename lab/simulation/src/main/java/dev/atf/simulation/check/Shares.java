package dev.atf.simulation.check;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts which priority goes first while several of one lambda wait. One claim proves nothing,
 * since each priority has its share. Among many, the highest has more than an even share.
 */
public final class Shares implements Rule {
  private final Map<LambdaName, Map<TaskId, String>> waiting = new HashMap<>();
  private int contested;
  private int toHighest;
  private double evenShare;

  /**
   * @param contested claims while tasks of two priorities or more were ready
   * @param toHighest those of these that went to the highest ready priority
   * @param evenShare those that would have gone to it if all ready priorities had the same share
   */
  public record Count(int contested, int toHighest, double evenShare) {}

  public Count count() {
    return new Count(contested, toHighest, evenShare);
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
          evenShare += 1.0 / priorities.size();
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
