package dev.atf.standalone.engine;

import dev.atf.runtime.ConfigException;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/**
 * ElasticMQ on the loopback, in memory: what it holds is lost with the process, and restored by
 * alarms.
 */
public final class EmbeddedSqs implements AutoCloseable {
  private final SQSRestServer server;
  private final int port;

  private EmbeddedSqs(SQSRestServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /**
   * @param port 0 for any free one
   */
  public static EmbeddedSqs start(int port) {
    int chosen = port == 0 ? FreePort.find() : port;
    try {
      var server = SQSRestServerBuilder.withInterface("127.0.0.1").withPort(chosen).start();
      server.waitUntilStarted();
      return new EmbeddedSqs(server, chosen);
    } catch (RuntimeException e) {
      throw new ConfigException("ElasticMQ cannot start on port " + chosen + ": " + e.getMessage());
    }
  }

  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    server.stopAndWait();
  }
}
