package dev.atf.frontend;

import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.blob.Blob;
import dev.atf.blob.BlobKey;
import dev.atf.blob.memory.MemoryObjects;
import dev.atf.blob.store.BlobConnection;
import dev.atf.frontend.lambda.FrontendStart;
import dev.atf.frontend.settings.ExpressConfig;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.frontend.settings.PlanLimits;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.resource.Digest;
import dev.atf.model.task.Association;
import dev.atf.protocol.v1.EventServiceGrpc.EventServiceBlockingStub;
import dev.atf.protocol.v1.LambdaServiceGrpc.LambdaServiceBlockingStub;
import dev.atf.protocol.v1.ResourceServiceGrpc.ResourceServiceStub;
import dev.atf.protocol.v1.TaskServiceGrpc.TaskServiceBlockingStub;
import dev.atf.queue.QueuePorts;
import dev.atf.queue.memory.InMemoryTaskQueue;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.Service;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.tracing.TracingConfig;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreLocality;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.memory.InMemoryRunningPermits;
import dev.atf.store.memory.InMemoryTaskSearch;
import dev.atf.store.memory.InMemoryTaskStore;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.Rows;
import dev.atf.store.testing.FaultyGates;
import dev.atf.store.testing.FaultyPlans;
import dev.atf.store.testing.FaultyStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** A frontend on a free port of this machine, with a store and queues in memory. */
public final class TestFrontend implements AutoCloseable {
  public final SettableClock clock = new SettableClock();
  public final InMemoryTaskStore store = new InMemoryTaskStore();
  public final InMemoryPlans plans = new InMemoryPlans();
  public final FaultyPlans planLine = new FaultyPlans(plans);
  public final FaultyStore line = new FaultyStore(store);
  public final LambdaRegistry lambdas = LambdaRegistry.inMemory();
  private final Rows<Gate> gateRows = new InMemoryRows<>(GateRegistry.KIND);
  public final GateRegistry gates = new GateRegistry(gateRows);
  public final SubscriptionRegistry subscriptions = SubscriptionRegistry.inMemory();
  public final RouteRegistry routes = RouteRegistry.inMemory();
  public final FaultyGates gateLine = new FaultyGates(gateRows);
  public final InMemoryMemberRegistry members = new InMemoryMemberRegistry();
  public final InMemoryRunningPermits permits = new InMemoryRunningPermits();
  private final BlobConnection connection =
      BlobConnection.on(new MemoryObjects(clock), clock, new SecureRandom());
  public final InMemoryTaskQueue queue = new InMemoryTaskQueue(clock);
  public final SwitchedQueue switchedQueue = new SwitchedQueue(queue);
  private static final Pattern CONTENT_LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

  private final Service service;
  private final FrontendStart start;
  // Over HTTP/2, the server resets a stream right after its answer if it refuses to decode the
  // path. The client of newer JDKs reports the answer or the reset, whichever it sees first.
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  public TestFrontend() {
    this(true);
  }

  /** Maximum number of periodic tasks, and of live jobs, of a lambda. */
  public static final int PLANS_MAX = 30;

  /** Maximum number of lambdas, which is enough for all tests that share a frontend. */
  public static final int LAMBDAS_MAX = 200;

  public TestFrontend(boolean createQueues) {
    this(createQueues, Duration.ofMinutes(5));
  }

  public TestFrontend(boolean createQueues, Duration memberInterval) {
    this(createQueues, memberInterval, "");
  }

  /** Starts a frontend with tenants' quotas from the policy file; an empty text means no quotas. */
  public TestFrontend(boolean createQueues, Duration memberInterval, String policyFile) {
    var config =
        new FrontendConfig(
            RpcServerConfig.onPort(0)
                .withDrainTimeout(Duration.ZERO)
                .withRequestBytesMax(1024 * 1024)
                .withAuth(AuthConfig.NONE.withPolicyFile(policyFile)),
            DynamoDbConfig.DEFAULTS,
            SqsConfig.DEFAULTS,
            "",
            false,
            createQueues,
            LAMBDAS_MAX,
            LeaseTimes.DEFAULT,
            ExpressConfig.DEFAULTS,
            new PlanLimits(PLANS_MAX, PLANS_MAX),
            FrontendTuning.DEFAULTS,
            memberInterval,
            Duration.ofMinutes(10),
            LoopSettings.DEFAULT,
            TracingConfig.OFF,
            CredentialsConfig.NONE);
    var component =
        DaggerInMemoryFrontendComponent.factory()
            .create(
                config,
                ports(),
                connection,
                QueuePorts.of(switchedQueue, queue, switchedQueue),
                runtime());
    service = component.service();
    start = component.start();
    service.start();
    beatStoreConsumer(Instant.parse("9999-01-01T00:00:00Z"));
  }

  /** Sets the last report of the only store consumer, which runs nowhere. */
  public void beatStoreConsumer(Instant at) {
    members.beat(MemberRegistry.STORE_CONSUMERS, "consumer-1", "", at, at);
  }

  private StorePorts ports() {
    return new StorePorts(
        line,
        line,
        line,
        new InMemoryTaskSearch(),
        store,
        lambdas,
        gateLine,
        subscriptions,
        routes,
        permits,
        members,
        planLine,
        store.feed(),
        StoreLocality.FAR);
  }

  private RuntimePorts runtime() {
    var machine = RuntimePorts.ofMachine();
    return new RuntimePorts(
        machine.name(),
        clock,
        clock,
        machine.random(),
        machine.threads(),
        machine.servers(),
        machine.metrics());
  }

  public TaskServiceBlockingStub tasks() {
    return GrpcClients.newClient(
        "gproto+http://127.0.0.1:" + service.port(), TaskServiceBlockingStub.class);
  }

  public ResourceServiceStub resources() {
    return GrpcClients.newClient(
        "gproto+http://127.0.0.1:" + service.port(), ResourceServiceStub.class);
  }

  public EventServiceBlockingStub events() {
    return GrpcClients.newClient(
        "gproto+http://127.0.0.1:" + service.port(), EventServiceBlockingStub.class);
  }

  public LambdaServiceBlockingStub registry() {
    return GrpcClients.newClient(
        "gproto+http://127.0.0.1:" + service.port(), LambdaServiceBlockingStub.class);
  }

  public FrontendStart start() {
    return start;
  }

  public int port() {
    return service.port();
  }

  /** Returns the current value of a gauge. */
  public double metric(String name) {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  public Answer get(String path) {
    return send("GET", path, new byte[0], Map.of());
  }

  public Answer post(String path, String body) {
    return send(
        "POST",
        path,
        body.getBytes(StandardCharsets.UTF_8),
        Map.of("content-type", "application/json"));
  }

  public Answer put(String path, String body) {
    return send(
        "PUT",
        path,
        body.getBytes(StandardCharsets.UTF_8),
        Map.of("content-type", "application/json"));
  }

  public Answer delete(String path) {
    return send("DELETE", path, new byte[0], Map.of());
  }

  /** Posts, and returns the whole response. */
  public HttpResponse<byte[]> exchange(String path, byte[] body, Map<String, String> headers)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
            .timeout(Duration.ofSeconds(60))
            .POST(BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    return http.send(request.build(), BodyHandlers.ofByteArray());
  }

  /** Returns the first answer of the server to these bytes, to the end of its content. */
  public String raw(String bytes) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      var in = socket.getInputStream();
      var head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int b = in.read();
        if (b < 0) {
          return head.toString();
        }
        head.append((char) b);
      }
      var length = CONTENT_LENGTH.matcher(head);
      var content = length.find() ? in.readNBytes(Integer.parseInt(length.group(1))) : new byte[0];
      return head + new String(content, StandardCharsets.UTF_8);
    }
  }

  public Answer send(String method, String path, byte[] body, Map<String, String> headers) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    try {
      var response = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("content-type").orElse(""),
          response.body());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Registers a lambda with every default, except that its tasks wait in the store until a test
   * releases them.
   */
  public LambdaName registered(String name) {
    put("/v1/lambdas/" + name, "{\"dispatch\":\"POLLED\"}").requireOk();
    return new LambdaName(name);
  }

  /** Returns the record of a resource of lambdas without a tenant. */
  public Optional<Blob> blob(String sha256) {
    return connection.blobs().find(new BlobKey("", new Digest(sha256)));
  }

  /** Sweeps all resources that have expired. */
  public void sweepBlobs() {
    var sweep = connection.sweep().orElseThrow();
    while (!sweep.step().isLast()) {}
  }

  public Association association(String taskId) {
    return store.find(new TaskId(taskId)).orElseThrow();
  }

  public void closeAndWait() {
    service.close();
  }

  /** Closes without waiting, because a server takes seconds to close its connections. */
  @Override
  public void close() {
    var unused = CompletableFuture.runAsync(service::close);
  }
}
