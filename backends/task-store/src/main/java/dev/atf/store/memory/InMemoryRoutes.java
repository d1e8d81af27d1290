package dev.atf.store.memory;

import dev.atf.model.LambdaName;
import dev.atf.model.route.Route;
import dev.atf.store.route.RouteRegistry;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Routes in memory. */
public final class InMemoryRoutes implements RouteRegistry {
  private final TreeMap<LambdaName, Route> all = new TreeMap<>();

  @Override
  public synchronized Optional<Route> find(LambdaName name) {
    return Optional.ofNullable(all.get(name));
  }

  @Override
  public synchronized List<Route> list() {
    return List.copyOf(all.values());
  }

  @Override
  public synchronized boolean put(Route route, Optional<Route> expected) {
    if (!find(route.name()).equals(expected)) {
      return false;
    }
    all.put(route.name(), route);
    return true;
  }

  @Override
  public synchronized boolean delete(Route expected) {
    return all.remove(expected.name(), expected);
  }
}
