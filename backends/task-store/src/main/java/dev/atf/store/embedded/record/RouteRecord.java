package dev.atf.store.embedded.record;

import dev.atf.model.route.Route;
import dev.atf.store.codec.RouteCodec;
import dev.atf.store.stored.Stored;
import java.util.Optional;

/** Route as the value of its key. */
public final class RouteRecord {
  private RouteRecord() {}

  /**
   * Returns the record of a route.
   *
   * @param stored record to replace; empty if there is none
   */
  public static byte[] of(Route route, Optional<byte[]> stored) {
    return Layout.of(RouteCodec.write(route), stored);
  }

  public static Route read(byte[] record) {
    return RouteCodec.read(Layout.read(Stored.Route.parser(), record));
  }
}
