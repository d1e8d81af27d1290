package dev.atf.executor.core;

import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.ReturnWorkResponse;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import dev.atf.runtime.rpc.RpcServer;
import dev.atf.runtime.server.RpcServerConfig;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Fake cluster behind a real gRPC port. */
public final class FakeServers implements AutoCloseable {
  private static final Duration NO_TIMEOUT = Duration.ofDays(1);

  private final RpcServer server;
  private volatile FakeCluster cluster;
  private volatile boolean closed;

  public FakeServers(FakeCluster cluster) {
    this(cluster, 0);
  }

  public FakeServers(FakeCluster cluster, int port) {
    this.cluster = cluster;
    var config =
        RpcServerConfig.onPort(port)
            .withDrainTimeout(Duration.ZERO)
            .withRequestBytesMax(16 * 1024 * 1024);
    server =
        RpcServer.start(
            "fake",
            config,
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
            () -> true,
            List.of(new Controller(), new Hsc()),
            grpc -> {},
            builder -> builder.connectionDrainDuration(Duration.ZERO));
  }

  /** Serves another cluster on the port from now on: servers are slow to start and to stop. */
  public FakeCluster serveAnother() {
    var another = new FakeCluster();
    cluster = another;
    return another;
  }

  public int port() {
    return server.port();
  }

  public String uri() {
    return "http://127.0.0.1:" + server.port();
  }

  @Override
  public void close() {
    closed = true;
    server.close();
  }

  private static <T> void answer(StreamObserver<T> observer, Supplier<T> call) {
    try {
      observer.onNext(call.get());
      observer.onCompleted();
    } catch (StatusRuntimeException e) {
      observer.onError(e);
    }
  }

  private final class Controller extends ControllerServiceGrpc.ControllerServiceImplBase {
    @Override
    public void nextWork(NextWorkRequest request, StreamObserver<NextWorkResponse> observer) {
      var call = (ServerCallStreamObserver<NextWorkResponse>) observer;
      answer(observer, () -> cluster.nextWork(request, () -> closed || call.isCancelled()));
    }

    @Override
    public void returnWork(ReturnWorkRequest request, StreamObserver<ReturnWorkResponse> observer) {
      answer(
          observer,
          () -> {
            cluster.returnWork(request, NO_TIMEOUT);
            return ReturnWorkResponse.getDefaultInstance();
          });
    }
  }

  private final class Hsc extends HscServiceGrpc.HscServiceImplBase {
    @Override
    public void heartbeat(HeartbeatRequest request, StreamObserver<HeartbeatResponse> observer) {
      answer(observer, () -> cluster.heartbeat(request, NO_TIMEOUT));
    }

    @Override
    public void setResults(SetResultsRequest request, StreamObserver<SetResultsResponse> observer) {
      answer(observer, () -> cluster.setResults(request, NO_TIMEOUT));
    }
  }
}
