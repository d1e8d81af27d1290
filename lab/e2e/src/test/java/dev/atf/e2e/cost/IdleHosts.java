package dev.atf.e2e.cost;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.embedded.Settings;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.ControllerServiceGrpc.ControllerServiceFutureStub;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.runtime.Service;
import io.grpc.ManagedChannel;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Worker hosts in this process: controllers with executors that get no work. */
final class IdleHosts implements AutoCloseable {
  private final List<Service> controllers = new ArrayList<>();
  private final List<Executors> executors = new ArrayList<>();

  /**
   * @param queuePort of SQS, or of what speaks its protocol
   */
  void start(int queuePort, String hscUri, Duration receiveWait, List<String> lambdas) {
    var settings =
        new Settings()
            .withQueue("http://127.0.0.1:" + queuePort)
            .with("ATF_LAMBDAS", String.join(",", lambdas))
            .with("ATF_HSC_URI", hscUri)
            .with("ATF_RECEIVE_WAIT", receiveWait)
            .with("ATF_SERVER_PORT", 0)
            .over(ControllerConfig.DEFAULTS);
    var controller = ControllerComponent.onAws(settings).service();
    controllers.add(controller);
    controller.start();
    executors.add(Executors.of(uri(controller), lambdas));
  }

  /** Returns the addresses of the controllers. */
  List<String> uris() {
    return controllers.stream().map(IdleHosts::uri).toList();
  }

  private static String uri(Service controller) {
    return "http://127.0.0.1:" + controller.port();
  }

  /** Throws if a call was refused: what was measured would say nothing. */
  void check() {
    executors.forEach(Executors::check);
  }

  @Override
  public void close() {
    executors.forEach(Executors::close);
    controllers.forEach(Service::close);
  }

  /** Executors that ask one controller for work of some lambdas, without end, and get none. */
  static final class Executors implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(30);

    private final ManagedChannel channel;
    private final ControllerServiceFutureStub controller;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private Executors(ManagedChannel channel) {
      this.channel = channel;
      this.controller = ControllerServiceGrpc.newFutureStub(channel);
    }

    static Executors of(String controllerUri, List<String> lambdas) {
      var uri = URI.create(controllerUri);
      var executors =
          new Executors(
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
}
