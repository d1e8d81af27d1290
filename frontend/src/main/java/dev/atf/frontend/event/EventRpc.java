package dev.atf.frontend.event;

import static dev.atf.frontend.rpc.Replies.answer;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.protocol.v1.EventServiceGrpc;
import dev.atf.protocol.v1.GetActivityRequest;
import dev.atf.protocol.v1.GetActivityResponse;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.util.List;

/** Adapter of EventService; {@link ErrorMapping} maps its exceptions. */
public final class EventRpc extends EventServiceGrpc.EventServiceImplBase {
  private final WatchService watches;
  private final RecentActivity activity;

  @Inject
  EventRpc(WatchService watches, RecentActivity activity) {
    this.watches = watches;
    this.activity = activity;
  }

  @Override
  public void watchTransitions(
      WatchTransitionsRequest request, StreamObserver<WatchTransitionsResponse> reply) {
    var call = (ServerCallStreamObserver<WatchTransitionsResponse>) reply;
    // A watch is long-lived and has its own limit.
    boolean unused =
        ServiceRequestContext.mapCurrent(
            context -> {
              context.clearRequestTimeout();
              return true;
            },
            () -> false);
    var watch = watches.watch(request, new GrpcSink(call));
    call.setOnReadyHandler(watch::pump);
    call.setOnCancelHandler(() -> watches.leave(watch));
    watches.begin(watch);
  }

  @Override
  public void getActivity(GetActivityRequest request, StreamObserver<GetActivityResponse> reply) {
    answer(reply, activity.read(request));
  }

  private record GrpcSink(ServerCallStreamObserver<WatchTransitionsResponse> call)
      implements WatchSink {
    @Override
    public boolean isReady() {
      return call.isReady();
    }

    @Override
    public void send(List<WatchTransitionsResponse> answers) {
      answers.forEach(call::onNext);
    }

    @Override
    public void end() {
      call.onCompleted();
    }

    @Override
    public void end(StatusRuntimeException reason) {
      call.onError(reason);
    }
  }
}
