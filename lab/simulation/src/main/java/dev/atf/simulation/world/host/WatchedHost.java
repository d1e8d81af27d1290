package dev.atf.simulation.world.host;

import dev.atf.model.worker.WorkerHealth;
import dev.atf.model.worker.WorkerOrder;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ClaimTask;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.DescribeLambdasResponse;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.simulation.check.HandOut;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Interceptor for the calls of a controller to the HSC: passes on which claims it begins, and what
 * it got an answer about its health before.
 */
public final class WatchedHost implements ClientInterceptor {
  private final VirtualProcess process;
  private final Consumer<HandOut> watcher;
  private final Set<String> begun = new HashSet<>();
  private Optional<Told> arrived = Optional.empty();
  private Optional<Told> dealtWith = Optional.empty();

  private record Told(WorkerAnswer answer, long sentAt) {}

  public WatchedHost(VirtualProcess process, Consumer<HandOut> watcher) {
    this.process = process;
    this.watcher = watcher;
  }

  @Override
  public <A, B> ClientCall<A, B> interceptCall(
      MethodDescriptor<A, B> method, CallOptions options, Channel next) {
    return new WatchedCall<>(next.newCall(method, options));
  }

  /** Returns whether any of these claims was not sent before. */
  private boolean begins(ClaimTasksRequest request) {
    return begun.addAll(request.getTasksList().stream().map(ClaimTask::getClaimId).toList());
  }

  private HandOut handOut() {
    return new HandOut(
        process.name(),
        Stream.of(dealtWith, arrived).flatMap(Optional::stream).map(this::answer).toList());
  }

  private HandOut.Answer answer(Told told) {
    var answer = told.answer();
    return new HandOut.Answer(
        answer.getHealth() == WorkerAnswer.Health.HEALTH_UNKNOWN
            ? Optional.empty()
            : Optional.of(WorkerHealth.valueOf(answer.getHealth().name())),
        WorkerOrder.valueOf(answer.getOrder().name()),
        Duration.ofNanos(process.nanos() - told.sentAt()),
        answer.hasUnhealthyAfter()
            ? Optional.of(ProtoTimes.java(answer.getUnhealthyAfter()))
            : Optional.empty());
  }

  private final class WatchedCall<A, B> extends SimpleForwardingClientCall<A, B> {
    private long sentAt;
    private boolean reports;

    WatchedCall(ClientCall<A, B> call) {
      super(call);
    }

    @Override
    public void sendMessage(A message) {
      if (message instanceof ClaimTasksRequest claim && begins(claim)) {
        watcher.accept(handOut());
      }
      if (message instanceof DescribeLambdasRequest request && request.hasReport()) {
        // The next report is sent after the answer to the one before was dealt with.
        dealtWith = arrived;
        reports = true;
        sentAt = process.nanos();
      }
      super.sendMessage(message);
    }

    @Override
    public void start(Listener<B> listener, Metadata headers) {
      super.start(
          new SimpleForwardingClientCallListener<>(listener) {
            @Override
            public void onMessage(B message) {
              if (reports && message instanceof DescribeLambdasResponse response) {
                arrived = Optional.of(new Told(response.getWorker(), sentAt));
              }
              super.onMessage(message);
            }
          },
          headers);
    }
  }
}
