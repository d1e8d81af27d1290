package dev.atf.lab.bench.idle;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.ControllerServiceGrpc.ControllerServiceFutureStub;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import io.grpc.ManagedChannel;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Executors that ask one controller for work of some lambdas, without end, and get none. */
final class IdleExecutors implements AutoCloseable {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final ManagedChannel channel;
  private final ControllerServiceFutureStub controller;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private IdleExecutors(ManagedChannel channel) {
    this.channel = channel;
    this.controller = ControllerServiceGrpc.newFutureStub(channel);
  }

  static IdleExecutors of(String controllerUri, List<String> lambdas) {
    var uri = URI.create(controllerUri);
    var executors =
        new IdleExecutors(
            OkHttpChannelBuilder.forAddress(uri.getHost(), uri.getPort()).usePlaintext().build());
    lambdas.forEach(executors::ask);
    return executors;
  }

  private void ask(String lambda) {
    var request =
        NextWorkRequest.newBuilder()
            .setExecutorId("idle-executor-" + lambda)
            .setLambda(lambda)
            .setTasksMax(1)
            .setWait(ProtoTimes.proto(WAIT))
            .build();
    Futures.addCallback(
        controller.nextWork(request),
        new FutureCallback<NextWorkResponse>() {
          @Override
          public void onSuccess(@Nullable NextWorkResponse response) {
            ask(lambda);
          }

          @Override
          public void onFailure(Throwable cause) {
            failure.compareAndSet(null, cause);
          }
        },
        MoreExecutors.directExecutor());
  }

  /** Throws if a call was refused: what was measured would say nothing. */
  void check() {
    var cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("an executor was refused: " + cause, cause);
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
