package dev.atf.store.route;

import dev.atf.model.LambdaName;
import dev.atf.model.route.Route;
import java.util.List;
import java.util.Optional;

/** The routes of a cluster. There are few, so all of them are listed at once. */
public interface RouteRegistry {
  /** Finds a route. Strongly consistent. */
  Optional<Route> find(LambdaName name);

  /** Lists the routes by name. Strongly consistent. */
  List<Route> list();

  /**
   * Creates a route, or replaces it.
   *
   * @param expected the stored one as it was read; empty if there was none of its name
   * @return false, and nothing is done, if it is not as expected
   */
  boolean put(Route route, Optional<Route> expected);

  /**
   * Forgets a route.
   *
   * @return false, and nothing is done, if it is not as expected
   */
  boolean delete(Route expected);
}
