package dev.atf.local.engine;

import dev.atf.runtime.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.ExtensionId;
import org.apache.pekko.event.LoggingAdapter;
import org.apache.pekko.http.scaladsl.ConnectionContext;
import org.apache.pekko.http.scaladsl.Http;
import org.apache.pekko.http.scaladsl.Http$;
import org.apache.pekko.http.scaladsl.HttpExt;
import org.apache.pekko.http.scaladsl.model.HttpRequest;
import org.apache.pekko.http.scaladsl.model.HttpResponse;
import org.apache.pekko.http.scaladsl.settings.ServerSettings;
import org.apache.pekko.stream.Materializer;
import org.apache.pekko.stream.scaladsl.Flow;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import scala.concurrent.Future;

/**
 * ElasticMQ on the loopback interface, in memory. Its messages are lost with the process, and
 * alarms push them again.
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
   * Starts ElasticMQ.
   *
   * @param port port to listen on; 0 for any free one
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

  /**
   * Extension of pekko-http whose servers refuse requests that web pages of other sites make a
   * browser send. ElasticMQ binds its port itself and has no hook in front of its routes, so this
   * extension replaces {@code Http} in the actor system of ElasticMQ.
   */
  private static final class CheckedPekko extends HttpExt {
    private CheckedPekko(ExtendedActorSystem system) {
      super(system.settings().config().getConfig("pekko.http"), system);
    }

    /** Returns a new actor system with this extension. The caller terminates it. */
    static ActorSystem newSystem() {
      var system = (ExtendedActorSystem) ActorSystem.create("elasticmq");
      extensions(system).put(Http$.MODULE$, new CheckedPekko(system));
      return system;
    }

    /** Registers this extension. An actor system offers no other way to add an instance. */
    @SuppressWarnings("unchecked")
    private static Map<ExtensionId<?>, Object> extensions(ExtendedActorSystem system) {
      try {
        var field = system.getClass().getDeclaredField("extensions");
        field.setAccessible(true);
        return (Map<ExtensionId<?>, Object>) field.get(system);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("another version of pekko", e);
      }
    }

    @Override
    @SuppressWarnings("unchecked")
    public Future<Http.ServerBinding> bindAndHandleImpl(
        Flow<HttpRequest, HttpResponse, Object> routes,
        String host,
        int port,
        ConnectionContext context,
        ServerSettings settings,
        LoggingAdapter log,
        Materializer materializer) {
      var checked =
          org.apache.pekko.stream.javadsl.Flow.<HttpRequest, HttpRequest>fromFunction(
                  request -> checked(request, materializer))
              .via(routes)
              .asScala();
      return super.bindAndHandleImpl(
          (Flow<HttpRequest, HttpResponse, Object>) (Flow<?, ?, ?>) checked,
          host,
          port,
          context,
          settings,
          log,
          materializer);
    }

    /**
     * Returns the request. A request that must be refused is replaced by one that ElasticMQ cannot
     * answer.
     */
    private static HttpRequest checked(
        org.apache.pekko.http.javadsl.model.HttpRequest request, Materializer materializer) {
      var refusal =
          EngineBrowserRules.refusal(
              request.method().value(),
              // pekko refuses an absolute address of another authority itself.
              List.of(),
              name -> valuesOf(request, name));
      if (refusal.isPresent()) {
        var unused = request.discardEntityBytes(materializer);
      }
      return (HttpRequest)
          refusal
              .map(
                  why ->
                      org.apache.pekko.http.javadsl.model.HttpRequest.GET(
                          "/refused/" + why.reason()))
              .orElse(request);
    }

    private static List<String> valuesOf(
        org.apache.pekko.http.javadsl.model.HttpRequest request, String name) {
      var values = new ArrayList<String>();
      for (var header : request.getHeaders()) {
        if (header.is(name)) {
          values.add(header.value());
        }
      }
      return values;
    }
  }
}
