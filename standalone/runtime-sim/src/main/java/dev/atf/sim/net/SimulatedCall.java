package dev.atf.sim.net;

import dev.atf.runtime.rpc.CallTimeout;
import dev.atf.sim.time.Signal;
import dev.atf.sim.time.StuckEvents.Occasion;
import dev.atf.sim.time.VirtualProcess;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Unary call on the side of its caller. The whole call happens while the caller half-closes it, so
 * that a blocking stub finds the answer and never blocks elsewhere.
 */
final class SimulatedCall<A, B> extends ClientCall<A, B> {
  private final Network network;
  private final VirtualProcess from;
  private final String to;
  private final MethodDescriptor<A, B> method;
  private final Duration timeout;
  private final Signal ended;
  private final List<ServedCall<A, B>> served = new ArrayList<>();
  private @Nullable Listener<B> listener;
  private @Nullable A request;
  private @Nullable Answer<B> answer;

  /** First answer of a call. */
  record Answer<B>(@Nullable B message, Status status, Metadata trailers) {}

  SimulatedCall(
      Network network,
      VirtualProcess from,
      String to,
      MethodDescriptor<A, B> method,
      CallOptions options) {
    this.network = network;
    this.from = from;
    this.to = to;
    this.method = method;
    this.timeout = CallTimeout.of(options);
    this.ended = new Signal(network.timeline());
  }

  Network network() {
    return network;
  }

  @Override
  public void start(Listener<B> responseListener, Metadata headers) {
    listener = responseListener;
  }

  @Override
  public void request(int messages) {}

  @Override
  public void sendMessage(A message) {
    request = network.conditions().version(from.name()).convert(message);
  }

  @Override
  public void halfClose() {
    from.checkAlive();
    var delivery = network.conditions().request(from.name(), to);
    for (var delay : delivery.arrivals()) {
      if (delivery.isStuck()) {
        network.stuck().add(Objects.requireNonNull(request), delay, Occasion.READ, this::arrive);
      } else {
        network.timeline().after(delay, this::arrive);
      }
    }
    boolean interrupted = false;
    try {
      boolean inTime = ended.await(timeout);
      if (!inTime) {
        end(Status.DEADLINE_EXCEEDED.withDescription("no answer within " + timeout));
      }
    } catch (InterruptedException e) {
      interrupted = true;
      end(Status.CANCELLED.withDescription("the caller was interrupted"));
    }
    var last = Objects.requireNonNull(answer);
    var caller = Objects.requireNonNull(listener);
    if (last.message() != null) {
      caller.onMessage(last.message());
    }
    caller.onClose(last.status(), last.trailers());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void cancel(@Nullable String message, @Nullable Throwable cause) {
    end(Status.CANCELLED.withDescription(message));
  }

  /** Delivers one copy of the request to its destination. */
  private void arrive() {
    var target = network.choose(to, method.getFullMethodName());
    if (target.isEmpty()) {
      answered(new Answer<>(null, Status.UNAVAILABLE.withDescription("refused"), new Metadata()));
      return;
    }
    var process = target.get().process();
    if (!reaches(process)) {
      return;
    }
    var call = new ServedCall<>(this, method, process);
    served.add(call);
    call.serve(target.get().method(), Objects.requireNonNull(request));
  }

  /** Returns whether messages pass between the caller and a server. */
  boolean reaches(VirtualProcess server) {
    return network.conditions().reaches(from.name(), server.name());
  }

  /** Records that the server has ended one copy of the call. */
  void endedAt(VirtualProcess server, Answer<B> result) {
    if (!reaches(server)) {
      return;
    }
    var delivery = network.conditions().answer(server.name(), from.name());
    delivery.arrivals().stream()
        .limit(1)
        .forEach(delay -> network.timeline().after(delay, () -> answered(result)));
  }

  private void answered(Answer<B> result) {
    if (answer == null) {
      answer = result;
      ended.raise();
    }
  }

  private void end(Status status) {
    if (answer == null) {
      answer = new Answer<>(null, status, new Metadata());
      ended.raise();
      // The server notices sooner or later that its caller is gone.
      for (var delay : network.conditions().request(from.name(), to).arrivals()) {
        network.timeline().after(delay, () -> List.copyOf(served).forEach(ServedCall::callerGone));
      }
    }
  }
}
