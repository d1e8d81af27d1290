package dev.atf.runtime.process;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections of a process to what is outside of it. Its service closes them last.
 *
 * @param all in the order in which they are closed
 */
public record OpenConnections(List<AutoCloseable> all) implements AutoCloseable {
  /** No connections: the provider of the ports closes them. */
  public static final OpenConnections NONE = new OpenConnections(List.of());

  private static final Logger log = LoggerFactory.getLogger(OpenConnections.class);

  public OpenConnections {
    all = List.copyOf(all);
  }

  /** Closes all of them; one that fails to close does not keep the others open. */
  @Override
  public void close() {
    for (var connection : all) {
      try {
        connection.close();
      } catch (Exception e) {
        log.warn("a connection did not close: {}", e.toString());
      }
    }
  }
}
