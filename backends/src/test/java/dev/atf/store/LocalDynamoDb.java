package dev.atf.store;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.store.dynamodb.DynamoDbClientConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbStoreModule;
import dev.atf.store.dynamodb.DynamoDbTables;
import dev.atf.store.dynamodb.TableNames;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.search.TaskSearch;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.inject.Singleton;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/** DynamoDB Local in this process, in memory, for all test classes. */
public final class LocalDynamoDb {
  private static final LocalDynamoDb SHARED = new LocalDynamoDb();

  /** A busy machine answers late, and a write whose outcome is unknown fails a test. */
  private static final Duration ANSWER_MAX = Duration.ofMinutes(1);

  private final AtomicInteger prefixes = new AtomicInteger();
  private final DynamoDBProxyServer server;
  private final String endpoint;

  private LocalDynamoDb() {
    try {
      int port;
      try (var probe = new ServerSocket(0)) {
        port = probe.getLocalPort();
      }
      server =
          ServerRunner.createServerFromCommandLineArgs(
              new String[] {
                "-inMemory", "-sharedDb", "-disableTelemetry", "-port", Integer.toString(port)
              });
      server.start();
      endpoint = "http://localhost:" + port;
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local did not start", e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
  }

  public static LocalDynamoDb shared() {
    return SHARED;
  }

  public String endpoint() {
    return endpoint;
  }

  /** Returns a store with tables of its own. */
  public Fresh freshTables() {
    return freshTables(endpoint);
  }

  /**
   * @param endpoint of this DynamoDB, or of something before it
   */
  public Fresh freshTables(String endpoint) {
    var config = config(endpoint, "t" + prefixes.incrementAndGet() + "-");
    DynamoDbTables.create(config);
    return Fresh.of(config);
  }

  /** Settings of a client with patience. */
  public static DynamoDbConfig config(String endpoint, String tablePrefix) {
    return new DynamoDbConfig(
        endpoint,
        "us-east-1",
        tablePrefix,
        DynamoDbClientConfig.DEFAULTS.withTimeouts(ANSWER_MAX, ANSWER_MAX));
  }

  /** Ports of a store, and the components behind them. */
  public record Fresh(DynamoDbConfig config, Parts parts) {
    public static Fresh of(DynamoDbConfig config) {
      return new Fresh(
          config, DaggerLocalDynamoDb_Parts.factory().create(config, new SimpleMeterRegistry()));
    }

    public Stores stores() {
      return new Stores(
          parts.transitions(),
          parts.associations(),
          parts.entities(),
          parts.search(),
          parts.index(),
          parts.lambdas(),
          parts.members(),
          parts.gates(),
          parts.subscriptions(),
          parts.routes(),
          parts.permits(),
          parts.plans(),
          parts.feed());
    }
  }

  /** The wiring that services use. */
  @Singleton
  @Component(modules = DynamoDbStoreModule.class)
  public interface Parts {
    TaskTransitions transitions();

    TaskAssociations associations();

    TaskEntities entities();

    TaskSearch search();

    TriggerIndex index();

    LambdaRegistry lambdas();

    MemberRegistry members();

    GateRegistry gates();

    SubscriptionRegistry subscriptions();

    RouteRegistry routes();

    RunningPermits permits();

    Plans plans();

    TransitionFeed feed();

    DynamoDbClient client();

    TableNames tables();

    MeterRegistry meters();

    /** Makes the parts. */
    @Component.Factory
    interface Factory {
      Parts create(@BindsInstance DynamoDbConfig config, @BindsInstance MeterRegistry meters);
    }
  }

  private void stop() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local did not stop", e);
    }
  }
}
