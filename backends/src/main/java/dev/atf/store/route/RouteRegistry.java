package dev.atf.store.route;

import dev.atf.model.LambdaName;
import dev.atf.model.route.Route;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.RowKind;
import dev.atf.store.rows.Rows;
import java.util.List;
import java.util.Optional;

/** Registry of the routes of a cluster. */
public class RouteRegistry {
  public static final RowKind<Route> KIND = new RowKind<>(route -> route.name().value());

  private final Rows<Route> rows;

  public RouteRegistry(Rows<Route> rows) {
    this.rows = rows;
  }

  public static RouteRegistry inMemory() {
    return new RouteRegistry(new InMemoryRows<>(KIND));
  }

  /** Finds a route. The read is strongly consistent. */
  public Optional<Route> find(LambdaName name) {
    return rows.find(name.value());
  }

  /** Lists the routes by name. The read is strongly consistent. */
  public List<Route> list() {
    return rows.list();
  }

  /** Creates or replaces a route, as {@link Rows#put} does. */
  public boolean put(Route route, Optional<Route> expected) {
    return rows.put(route, expected);
  }

  /** Deletes a route, as {@link Rows#delete} does. */
  public boolean delete(Route expected) {
    return rows.delete(expected);
  }
}
