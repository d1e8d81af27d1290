package dev.atf.model.task;

import dev.atf.model.LambdaName;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All subscriptions of a cluster, as of the last read. */
public final class Subscriptions {
  public static final Subscriptions NONE = new Subscriptions(Map.of());

  /**
   * Limit on subscriptions of one lambda. Each adds one name to the outcome and one task for each
   * task that ends.
   */
  public static final int OF_LAMBDA_MAX = 4;

  /**
   * Limit on all subscriptions, because every service reads all of them together with its gates.
   */
  public static final int COUNT_MAX = 200;

  private final Map<String, Subscription> byName;

  private Subscriptions(Map<String, Subscription> byName) {
    this.byName = byName;
  }

  public static Subscriptions of(Collection<Subscription> all) {
    var byName = new TreeMap<String, Subscription>();
    all.forEach(one -> byName.put(one.name(), one));
    return new Subscriptions(byName);
  }

  /** Returns all subscriptions by name. */
  public List<Subscription> all() {
    return List.copyOf(byName.values());
  }

  public Optional<Subscription> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns these subscriptions with one added. It replaces a subscription of the same name. */
  public Subscriptions with(Subscription one) {
    var more = new HashMap<>(byName);
    more.put(one.name(), one);
    return of(more.values());
  }

  /** Returns these subscriptions without the subscription of this name. */
  public Subscriptions without(String name) {
    var fewer = new HashMap<>(byName);
    fewer.remove(name);
    return of(fewer.values());
  }

  /** Returns the subscriptions for a lambda's tasks, for any collection. */
  public List<Subscription> of(LambdaName lambda) {
    return byName.values().stream().filter(one -> one.isOf(lambda)).toList();
  }

  /**
   * Returns the largest set of subscriptions, including this one, that can apply to one lambda,
   * registered or not. If several subscriptions apply to a lambda, its name starts with each of
   * their prefixes, so the longest prefix represents all of them.
   */
  public List<Subscription> crowd(Subscription one) {
    return byName.values().stream()
        .map(Subscription::prefix)
        .filter(one::isOf)
        .map(name -> byName.values().stream().filter(other -> other.isOf(name)).toList())
        .max(Comparator.comparing(List::size))
        .orElse(List.of());
  }

  /**
   * Returns the lambdas through which notices of a subscription would lead back to its own tasks:
   * its target first, then the target of a subscription to the target's tasks, and so on. Empty if
   * there is no such cycle.
   */
  public List<LambdaName> cycle(Subscription start) {
    var before = new HashMap<LambdaName, LambdaName>();
    var seen = new HashSet<LambdaName>();
    var next = new ArrayDeque<LambdaName>();
    next.add(start.target().lambda());
    seen.add(start.target().lambda());
    while (!next.isEmpty()) {
      var lambda = next.remove();
      if (start.isOf(lambda)) {
        return way(lambda, before);
      }
      for (var one : byName.values()) {
        var target = one.target().lambda();
        if (one.isOf(lambda) && seen.add(target)) {
          before.put(target, lambda);
          next.add(target);
        }
      }
    }
    return List.of();
  }

  private static List<LambdaName> way(LambdaName last, Map<LambdaName, LambdaName> before) {
    var way = new ArrayDeque<LambdaName>();
    way.addFirst(last);
    while (before.containsKey(way.getFirst())) {
      way.addFirst(before.get(way.getFirst()));
    }
    return List.copyOf(way);
  }
}
