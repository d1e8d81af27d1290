package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.ClosedSessionException;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.common.grpc.GrpcMeterIdPrefixFunction;
import com.linecorp.armeria.common.grpc.GrpcSerializationFormats;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.common.logging.RequestOnlyLog;
import com.linecorp.armeria.common.metric.MeterIdPrefix;
import com.linecorp.armeria.common.metric.MeterIdPrefixFunction;
import com.linecorp.armeria.common.stream.ClosedStreamException;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.RequestTimeoutException;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.grpc.GrpcService;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import com.linecorp.armeria.server.healthcheck.HealthCheckService;
import com.linecorp.armeria.server.metric.MetricCollectingService;
import com.linecorp.armeria.server.prometheus.PrometheusExpositionService;
import dev.atf.runtime.RootCause;
import dev.atf.runtime.auth.Authentication;
import dev.atf.runtime.browser.BrowserCheck;
import dev.atf.runtime.browser.BrowserRules;
import dev.atf.runtime.browser.DocPages;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.tls.ServerTls;
import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status.Code;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server of the one port of a process: its gRPC services, server reflection, {@code /docs}, {@code
 * /health} and {@code /metrics}. gRPC handlers run on the blocking task executor.
 */
public final class RpcServer implements RpcPort {
  private static final Logger log = LoggerFactory.getLogger(RpcServer.class);
  private static final Duration CHECK_EVERY = Duration.ofMillis(10);

  /** Time without requests before the server closes. It is several round trips within a region. */
  private static final Duration QUIET_PERIOD = Duration.ofMillis(100);

  /**
   * Maximum number of concurrent calls of one connection. It is enough for a client with many
   * threads. Clients open another connection for further calls.
   */
  private static final int CALLS_PER_CONNECTION_MAX = 1_000;

  /**
   * Maximum number of calls that a connection may reset per minute. The next reset closes the
   * connection.
   */
  private static final int RESETS_MAX = 400;

  /**
   * Number of additional connections, for connections that are being closed while their
   * replacements are already open.
   */
  private static final int CLOSING_MAX = 256;

  private final String name;
  private final Server server;
  private final Connections connections;

  private RpcServer(String name, Server server, Connections connections) {
    this.name = name;
    this.server = server;
    this.connections = connections;
  }

  /** Starts the server of a process that only serves health and metrics. */
  public static RpcServer start(
      String name, RpcServerConfig config, PrometheusMeterRegistry metrics, BooleanSupplier alive) {
    return start(name, config, metrics, alive, List.of(), grpc -> {}, server -> {});
  }

  /**
   * Binds the port. Calls are answered once this method has returned.
   *
   * @param alive whether the process does its work; the result of the health check
   * @param tuneGrpc changes of this process to the common gRPC settings
   * @throws ConfigException if the port is taken
   */
  public static RpcServer start(
      String name,
      RpcServerConfig config,
      PrometheusMeterRegistry metrics,
      BooleanSupplier alive,
      List<? extends BindableService> services,
      Consumer<GrpcServiceBuilder> tuneGrpc,
      Consumer<ServerBuilder> tuneServer) {
    var authentication = Authentication.of(config.auth(), metrics);
    var connections =
        new Connections(
            config,
            MonotonicClock.system(),
            new SecureRandom(),
            // Another process may not have verified the caller's token.
            () -> authentication.map(Authentication::isFailing).orElse(false));
    var builder =
        Server.builder()
            .port(
                new InetSocketAddress(config.host(), config.port()),
                config.tls().isOn() ? SessionProtocol.HTTPS : SessionProtocol.HTTP)
            .meterRegistry(metrics)
            // Refusals are answers; unexpected exceptions are logged by the service that threw
            // them.
            .unloggedExceptionsReportIntervalMillis(0)
            // Set for each call below: here it would reset HTTP/2 streams without an answer.
            .maxRequestLength(0)
            .requestTimeout(config.requestTimeout())
            .errorHandler(new OverdueCalls())
            // Connections enforces the bound, and closes others than the newest.
            .maxNumConnections(config.connectionsMax() + CLOSING_MAX)
            .http2MaxStreamsPerConnection(CALLS_PER_CONNECTION_MAX)
            .http2MaxResetFramesPerWindow(RESETS_MAX, 60)
            // Connections enforces it, and counts calls instead of bytes.
            .idleTimeout(Duration.ZERO)
            .childChannelPipelineCustomizer(connections::opened)
            // Calls that are on their way when a connection announces its end are still taken.
            .connectionDrainDuration(QUIET_PERIOD)
            .gracefulShutdownTimeout(QUIET_PERIOD, max(QUIET_PERIOD, config.drainTimeout()))
            .service(
                "/health",
                HealthCheckService.builder().checkers(alive::getAsBoolean).longPolling(0).build())
            .service("/metrics", PrometheusExpositionService.of(metrics.getPrometheusRegistry()))
            .serviceUnder("/docs", DocPages.service());
    forbidEmbedding(builder);
    if (!services.isEmpty()) {
      var grpc =
          GrpcService.builder()
              .addServiceDefinitions(limited(services))
              .intercept(new ReadMark())
              // Otherwise Armeria parses requests itself, without the limit of fields.
              .useMethodMarshaller(true)
              // A few compressed bytes become many, which would be held without being counted.
              .decompressorRegistry(UncompressedCalls.ONLY)
              // CallerDeadlines reads it.
              .useClientTimeoutHeader(false)
              .useBlockingTaskExecutor(true)
              // Marshallers of JSON cost a second of processor time; a process that needs them says
              // so.
              .supportedSerializationFormats(GrpcSerializationFormats.PROTO)
              .maxRequestMessageLength(config.requestBytesMax());
      tuneGrpc.accept(grpc);
      builder
          .service(grpc.build())
          .decorator(MetricCollectingService.newDecorator(new CallMeters()));
    }
    if (config.tls().isOn()) {
      ServerTls.on(builder, config.tls());
    }
    tuneServer.accept(builder);
    builder.decorator(BodyLimit.of(config.requestBytesMax())).decorator(AnswerLimit.ofHeap());
    authentication.ifPresent(builder::decorator);
    // Last, so that it is the outermost decorator.
    builder
        .decorator(new BrowserCheck(BrowserRules.of(config)))
        .decorator(
            (call, context, request) -> {
              context.setMaxRequestLength(config.requestBytesMax());
              return call.serve(context, request);
            })
        .decorator(UncompressedCalls::serve)
        .decorator(CallerDeadlines::serve)
        .decorator(connections::serve);
    var server = builder.build();
    try {
      server.start().join();
    } catch (CompletionException e) {
      throw new ConfigException(
          "%s cannot listen on %s:%d: %s (stop what listens there, or choose another port)"
              .formatted(name, config.host(), config.port(), RootCause.of(e).getMessage()));
    }
    Gauge.builder("atf.rpc.connections", server, Server::numConnections)
        .description("open connections; at connectionsMax one is closed for each further one")
        .register(metrics);
    log.info(
        "service={} listens on {}:{} ({})",
        name,
        config.host(),
        server.activeLocalPort(),
        config.exposure());
    return new RpcServer(name, server, connections);
  }

  private static List<ServerServiceDefinition> limited(List<? extends BindableService> services) {
    return Stream.concat(
            services.stream().map(BindableService::bindService),
            OlderReflection.of(services).stream())
        .map(FieldLimit::on)
        .toList();
  }

  /**
   * Adds headers to every answer without such headers. They forbid browsers to show the answer
   * inside another page, to run its content, and to pass it to scripts of other sites.
   */
  private static void forbidEmbedding(ServerBuilder server) {
    server
        .setHeader(
            HttpHeaderNames.CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'")
        // For browsers without frame-ancestors.
        .setHeader(HttpHeaderNames.X_FRAME_OPTIONS, "DENY")
        // A browser must not guess that a task's text is a page.
        .setHeader(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
        .setHeader("cross-origin-opener-policy", "same-origin")
        .setHeader("cross-origin-resource-policy", "same-origin");
  }

  @Override
  public int port() {
    return server.activeLocalPort();
  }

  /**
   * Answers the calls in progress, for at most the drain time-out. Connections without a call are
   * closed.
   */
  @Override
  public void close() {
    var stopped = server.stop();
    var wait = QUIET_PERIOD;
    try {
      // Netty's accepting thread waits two seconds more for late tasks, which cannot come.
      while (!stopped.isDone() && !isSilent()) {
        try {
          stopped.get(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          connections.closeIdle();
          wait = CHECK_EVERY;
        }
      }
    } catch (ExecutionException e) {
      log.warn("service={} did not stop in order", name, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    log.info("service={} has stopped listening", name);
  }

  /** Returns whether its ports and all connections are closed. */
  private boolean isSilent() {
    return server.activePorts().isEmpty() && server.numConnections() == 0;
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /**
   * Answers gRPC calls that time out before their service receives them, with the status of the
   * service. The server itself would answer UNAVAILABLE, and clients would retry.
   */
  private static final class OverdueCalls implements ServerErrorHandler {
    @Override
    public @Nullable HttpResponse onServiceException(
        ServiceRequestContext context, Throwable cause) {
      var type = context.request().contentType();
      if (type == null
          || !isGrpc(type)
          || !(RootCause.of(cause) instanceof RequestTimeoutException)) {
        return null;
      }
      var status = TransportRefusals.TIME_IS_OVER;
      return HttpResponse.of(
          ResponseHeaders.builder(HttpStatus.OK)
              .endOfStream(true)
              .contentType(type)
              .addInt("grpc-status", status.getCode().value())
              .add("grpc-message", Objects.requireNonNull(status.getDescription()))
              .build());
    }

    private static boolean isGrpc(MediaType type) {
      return GrpcSerializationFormats.values().stream().anyMatch(format -> format.isAccepted(type));
    }
  }

  /**
   * Names of the meters of gRPC and HTTP/JSON calls, with their gRPC status. A call that its caller
   * has ended counts as CANCELLED, and not as UNKNOWN: the caller closed the connection, reset the
   * stream, or set a deadline that has passed. A call that this server ends while it stops does not
   * count as CANCELLED.
   */
  private static final class CallMeters implements MeterIdPrefixFunction {
    private static final String STATUS = "grpc.status";
    private static final Tag CANCELLED = tag(Code.CANCELLED);
    private static final Tag DEADLINE_EXCEEDED = tag(Code.DEADLINE_EXCEEDED);

    private final MeterIdPrefixFunction grpc = GrpcMeterIdPrefixFunction.of("atf.rpc");

    private static Tag tag(Code status) {
      return Tag.of(STATUS, String.valueOf(status.value()));
    }

    @Override
    public MeterIdPrefix activeRequestPrefix(MeterRegistry metrics, RequestOnlyLog log) {
      return grpc.activeRequestPrefix(metrics, log);
    }

    @Override
    public MeterIdPrefix completeRequestPrefix(MeterRegistry metrics, RequestLog log) {
      var named = grpc.completeRequestPrefix(metrics, log);
      var context = (ServiceRequestContext) log.context();
      boolean hungUp =
          (isClosing(log.requestCause()) || isClosing(log.responseCause()))
              && !context.config().server().isClosing();
      boolean isLate = CallerDeadlines.isOwn(context) && named.tags().contains(DEADLINE_EXCEEDED);
      return hungUp || isLate
          ? new MeterIdPrefix(
              named.name(),
              named.tags().stream()
                  .map(tag -> tag.getKey().equals(STATUS) ? CANCELLED : tag)
                  .toList())
          : named;
    }

    private static boolean isClosing(@Nullable Throwable cause) {
      if (cause == null) {
        return false;
      }
      var root = RootCause.of(Exceptions.peel(cause));
      return root instanceof ClosedStreamException || root instanceof ClosedSessionException;
    }
  }
}
