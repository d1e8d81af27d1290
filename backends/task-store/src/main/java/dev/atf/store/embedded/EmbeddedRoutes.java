package dev.atf.store.embedded;

import dev.atf.model.LambdaName;
import dev.atf.model.route.Route;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.RouteRecord;
import dev.atf.store.memory.InMemoryRoutes;
import dev.atf.store.route.RouteRegistry;
import java.util.List;
import java.util.Optional;

/** Routes. There are few, so all of them are also in memory. */
final class EmbeddedRoutes implements RouteRegistry {
  private final Database database;
  private final InMemoryRoutes known = new InMemoryRoutes();

  EmbeddedRoutes(Database database) {
    this.database = database;
    database.each(
        Keys.kind(Keys.ROUTE),
        (key, value) -> ReadableRecords.read(key, value, RouteRecord::read).ifPresent(this::know));
  }

  private void know(Route route) {
    boolean unused = known.put(route, Optional.empty());
  }

  @Override
  public Optional<Route> find(LambdaName name) {
    return known.find(name);
  }

  @Override
  public List<Route> list() {
    return known.list();
  }

  @Override
  public synchronized boolean put(Route route, Optional<Route> expected) {
    if (!known.find(route.name()).equals(expected)) {
      return false;
    }
    var key = Keys.route(route.name());
    database.awaitDurable(database.put(key, RouteRecord.of(route, database.get(key))));
    return known.put(route, expected);
  }

  @Override
  public synchronized boolean delete(Route expected) {
    if (!known.find(expected.name()).equals(Optional.of(expected))) {
      return false;
    }
    database.awaitDurable(database.delete(Keys.route(expected.name())));
    return known.delete(expected);
  }
}
