package dev.atf.storeconsumer.release;

import com.google.common.collect.Comparators;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import dev.atf.store.RunningPermits.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Order of priorities for keys with a limit on running tasks. For each such key, only tasks of one
 * priority are released at a time. It is the highest priority with a due task. A lower priority is
 * chosen once after it was passed over for {@link #AGEING} multiplied by its distance from the
 * highest. Not thread-safe.
 */
final class KeyPriorities {
  /**
   * Time after which a passed-over priority is chosen once. Tasks of a second or two do not cause
   * that, and no task waits indefinitely.
   */
  static final Duration AGEING = Duration.ofSeconds(10);

  private final Function<LambdaName, List<Priority>> highestFirst;

  /** Time since which each priority with a due task has been passed over. */
  private final Map<Scope, Map<Priority, Instant>> passedSince = new HashMap<>();

  private Map<Scope, Choice> choices = Map.of();

  /**
   * Chosen priority.
   *
   * @param most maximum number of tasks that are released before the next choice
   */
  private record Choice(Priority priority, int most) {}

  KeyPriorities(Function<LambdaName, List<Priority>> highestFirst) {
    this.highestFirst = highestFirst;
  }

  /**
   * Chooses a priority for each key.
   *
   * @param due groups with a due task, by their queue
   * @param mayGo returns whether a group is limited, and a task of it could be released to the
   *     queue
   */
  void choose(
      Map<QueueName, List<KeyGroup>> due, BiPredicate<QueueName, KeyGroup> mayGo, Instant now) {
    var priorities = new HashMap<Scope, List<Priority>>();
    due.forEach(
        (queue, groups) ->
            groups.stream()
                .filter(group -> mayGo.test(queue, group))
                .forEach(
                    group ->
                        priorities
                            .computeIfAbsent(scope(queue, group), scope -> new ArrayList<>())
                            .add(queue.priority())));
    passedSince.keySet().retainAll(priorities.keySet());
    choices = new HashMap<>();
    priorities.forEach((scope, waiting) -> choices.put(scope, choose(scope, waiting, now)));
  }

  private Choice choose(Scope scope, List<Priority> waiting, Instant now) {
    var order = highestFirst.apply(new LambdaName(scope.owner()));
    waiting.sort(Comparator.comparingInt(order::indexOf));
    var passed = passedSince.computeIfAbsent(scope, key -> new HashMap<>());
    passed.keySet().retainAll(waiting);
    var best = waiting.get(0);
    passed.remove(best);
    var longest = Duration.ofNanos(-1);
    var chosen = best;
    for (var lower : waiting.subList(1, waiting.size())) {
      // The earlier time, because the clock may be set back.
      var age = Duration.between(passed.merge(lower, now, Comparators::min), now);
      var excess = age.minus(AGEING.multipliedBy(order.indexOf(lower) - order.indexOf(best)));
      if (excess.compareTo(longest) > 0) {
        longest = excess;
        chosen = lower;
      }
    }
    return new Choice(chosen, chosen.equals(best) ? Integer.MAX_VALUE : 1);
  }

  /**
   * Returns the number of a group's tasks that may be released to the queue, out of those that may
   * run.
   */
  int allowed(QueueName queue, KeyGroup group, int free) {
    var choice = choices.get(scope(queue, group));
    if (choice == null) {
      return free;
    }
    return choice.priority().equals(queue.priority()) ? Math.min(free, choice.most()) : 0;
  }

  /** Counts a task that was released. */
  void released(QueueName queue, KeyGroup group) {
    var passed = passedSince.get(scope(queue, group));
    if (passed != null) {
      passed.remove(queue.priority());
    }
  }

  private static Scope scope(QueueName queue, KeyGroup group) {
    return new Scope(queue.lambda(), group);
  }
}
