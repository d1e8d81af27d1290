package dev.atf.local.engine;

import dev.atf.runtime.config.ConfigException;
import org.apache.pekko.actor.ActorSystem;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/**
 * ElasticMQ on the loopback, in memory: its messages are lost with the process, and restored by
 * alarms.
 */
public final class EmbeddedSqs implements AutoCloseable {
  private final SQSRestServer server;
  private final ActorSystem actors;
  private final int port;

  private EmbeddedSqs(SQSRestServer server, ActorSystem actors, int port) {
    this.server = server;
    this.actors = actors;
    this.port = port;
  }

  /**
   * @param port port to listen on; 0: any free one
   */
  public static EmbeddedSqs start(int port) {
    int chosen = port == 0 ? FreePort.find() : port;
    var actors = CheckedPekko.newSystem();
    try {
      var server =
          SQSRestServerBuilder.withInterface("127.0.0.1")
              .withPort(chosen)
              .withActorSystem(actors)
              .start();
      server.waitUntilStarted();
      return new EmbeddedSqs(server, actors, chosen);
    } catch (RuntimeException e) {
      actors.terminate();
      throw new ConfigException("ElasticMQ cannot start on port " + chosen + ": " + e.getMessage());
    }
  }

  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    server.stopAndWait();
    actors.terminate();
    actors.getWhenTerminated().toCompletableFuture().join();
  }
}
