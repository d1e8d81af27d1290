package dev.atf.store.route;

import dev.atf.model.LambdaName;
import dev.atf.model.route.Route;
import java.util.List;
import java.util.Optional;

/** Registry of the routes of a cluster. There are few, so all of them are listed together. */
public interface RouteRegistry {
  /** Finds a route. The read is strongly consistent. */
  Optional<Route> find(LambdaName name);

  /** Lists the routes by name. The read is strongly consistent. */
  List<Route> list();

  /**
   * Creates or replaces a route.
   *
   * @param expected stored route as it was read; empty if there was none with its name
   * @return false if the stored one differs from {@code expected}, so that nothing was written
   */
  boolean put(Route route, Optional<Route> expected);

  /**
   * Deletes a route.
   *
   * @return false if the stored one differs from {@code expected}, so that nothing was deleted
   */
  boolean delete(Route expected);
}
