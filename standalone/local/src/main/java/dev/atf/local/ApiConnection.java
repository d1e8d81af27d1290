package dev.atf.local;

import dev.atf.client.resource.ResourceTransfer;
import dev.atf.protocol.v1.ConditionServiceGrpc;
import dev.atf.protocol.v1.ConditionServiceGrpc.ConditionServiceBlockingStub;
import dev.atf.protocol.v1.EventServiceGrpc;
import dev.atf.protocol.v1.EventServiceGrpc.EventServiceBlockingStub;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.JobServiceGrpc.JobServiceBlockingStub;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.LambdaServiceGrpc.LambdaServiceBlockingStub;
import dev.atf.protocol.v1.OrderingServiceGrpc;
import dev.atf.protocol.v1.OrderingServiceGrpc.OrderingServiceBlockingStub;
import dev.atf.protocol.v1.PeriodicServiceGrpc;
import dev.atf.protocol.v1.PeriodicServiceGrpc.PeriodicServiceBlockingStub;
import dev.atf.protocol.v1.RouteServiceGrpc;
import dev.atf.protocol.v1.RouteServiceGrpc.RouteServiceBlockingStub;
import dev.atf.protocol.v1.SubscriptionServiceGrpc;
import dev.atf.protocol.v1.SubscriptionServiceGrpc.SubscriptionServiceBlockingStub;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.protocol.v1.TaskServiceGrpc.TaskServiceBlockingStub;
import dev.atf.protocol.v1.WorkerServiceGrpc;
import dev.atf.protocol.v1.WorkerServiceGrpc.WorkerServiceBlockingStub;
import dev.atf.runtime.config.ConfigException;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Connection to the public API. */
public final class ApiConnection implements AutoCloseable {
  private static final int PORT_MAX = 65_535;

  private final Channel channel;
  private final ManagedChannel transport;
  private final Duration callTimeout;

  private ApiConnection(ManagedChannel transport, Duration callTimeout, Optional<String> token) {
    this.transport = transport;
    this.channel =
        token
            .<Channel>map(
                shown ->
                    ClientInterceptors.intercept(
                        transport, MetadataUtils.newAttachHeadersInterceptor(showing(shown))))
            .orElse(transport);
    this.callTimeout = callTimeout;
  }

  public static ApiConnection open(String server, Duration callTimeout) {
    return open(server, callTimeout, Optional.empty());
  }

  /**
   * Opens a connection.
   *
   * @param server {@code http://host:port} or {@code https://host:port}
   * @param token token that is sent with every call
   * @throws ConfigException if {@code server} is not such an address
   */
  public static ApiConnection open(String server, Duration callTimeout, Optional<String> token) {
    URI uri = parse(server);
    boolean secure = "https".equals(uri.getScheme());
    int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
    var builder = OkHttpChannelBuilder.forAddress(uri.getHost(), port);
    if (!secure) {
      builder.usePlaintext();
    }
    return new ApiConnection(
        builder.maxInboundMessageSize(64 * 1024 * 1024).disableServiceConfigLookUp().build(),
        callTimeout,
        token);
  }

  private static Metadata showing(String token) {
    var metadata = new Metadata();
    metadata.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
    return metadata;
  }

  private static URI parse(String server) {
    URI uri;
    try {
      uri = URI.create(server);
    } catch (IllegalArgumentException e) {
      throw refusal(server);
    }
    boolean known = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!known || uri.getHost() == null || uri.getPort() > PORT_MAX || hasMore(uri)) {
      throw refusal(server);
    }
    return uri;
  }

  /** Returns whether an address has parts that calls would not use, such as a path. */
  private static boolean hasMore(URI uri) {
    return uri.getRawUserInfo() != null
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null
        || !uri.getRawPath().matches("/?");
  }

  private static ConfigException refusal(String server) {
    return new ConfigException(server + " (expected: http://host:port or https://host:port)");
  }

  /** Makes one call with the time-out of {@link #tasks}. */
  public <Q, A> A call(MethodDescriptor<Q, A> method, Q request) {
    var options =
        CallOptions.DEFAULT.withDeadlineAfter(callTimeout.toMillis(), TimeUnit.MILLISECONDS);
    return ClientCalls.blockingUnaryCall(channel, method, options, request);
  }

  /** Returns a stub with the time-out of {@link #tasks}. */
  public JobServiceBlockingStub jobs() {
    return timed(JobServiceGrpc.newBlockingStub(channel));
  }

  /** Returns a stub whose calls have the connection's time-out from now. */
  public TaskServiceBlockingStub tasks() {
    return timed(TaskServiceGrpc.newBlockingStub(channel));
  }

  public LambdaServiceBlockingStub lambdas() {
    return timed(LambdaServiceGrpc.newBlockingStub(channel));
  }

  public PeriodicServiceBlockingStub periodic() {
    return timed(PeriodicServiceGrpc.newBlockingStub(channel));
  }

  public ConditionServiceBlockingStub conditions() {
    return timed(ConditionServiceGrpc.newBlockingStub(channel));
  }

  public OrderingServiceBlockingStub keys() {
    return timed(OrderingServiceGrpc.newBlockingStub(channel));
  }

  public SubscriptionServiceBlockingStub subscriptions() {
    return timed(SubscriptionServiceGrpc.newBlockingStub(channel));
  }

  public RouteServiceBlockingStub routes() {
    return timed(RouteServiceGrpc.newBlockingStub(channel));
  }

  public WorkerServiceBlockingStub workers() {
    return timed(WorkerServiceGrpc.newBlockingStub(channel));
  }

  /** Returns a stub with a time-out, for calls about events that end soon. */
  public EventServiceBlockingStub events() {
    return timed(watching());
  }

  /** Returns a stub without a time-out, for calls that last. */
  public EventServiceBlockingStub watching() {
    return EventServiceGrpc.newBlockingStub(channel);
  }

  /** Returns the transfer of files; credentials are the channel's. */
  public ResourceTransfer resources() {
    return new ResourceTransfer(channel, null, callTimeout);
  }

  private <S extends AbstractStub<S>> S timed(S stub) {
    return stub.withDeadlineAfter(callTimeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    transport.shutdownNow();
  }
}
