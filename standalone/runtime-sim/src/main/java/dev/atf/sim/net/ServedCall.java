package dev.atf.sim.net;

import dev.atf.model.check.InvalidFieldException;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.store.StoreException;
import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * Copy of a call on the side of its server. An unexpected exception of a service fails the whole
 * simulation.
 */
final class ServedCall<A, B> extends ServerCall<A, B> {
  private final SimulatedCall<A, B> call;
  private final MethodDescriptor<A, B> method;
  private final VirtualProcess process;
  private @Nullable Listener<A> listener;
  private @Nullable B response;
  private boolean closed;
  private boolean cancelled;

  ServedCall(SimulatedCall<A, B> call, MethodDescriptor<A, B> method, VirtualProcess process) {
    this.call = call;
    this.method = method;
    this.process = process;
  }

  @SuppressWarnings("unchecked") // of the same method
  void serve(ServerMethodDefinition<?, ?> definition, A request) {
    if (process.isDead()) {
      return;
    }
    var handler = ((ServerMethodDefinition<A, B>) definition).getServerCallHandler();
    process.start(
        "rpc " + method.getBareMethodName(),
        () -> {
          try {
            var started = handler.startCall(this, new Metadata());
            listener = started;
            started.onReady();
            started.onMessage(request);
            started.onHalfClose();
          } catch (StatusRuntimeException e) {
            var trailers = e.getTrailers();
            close(e.getStatus(), trailers == null ? new Metadata() : trailers);
          } catch (StoreException | QueueUnavailableException e) {
            close(Status.UNAVAILABLE.withDescription(e.getMessage()), new Metadata());
          } catch (InvalidFieldException e) {
            close(Status.INVALID_ARGUMENT.withDescription(e.getMessage()), new Metadata());
          }
        });
  }

  void callerGone() {
    if (!closed && !cancelled && !process.isDead() && call.reaches(process)) {
      cancelled = true;
      var current = listener;
      if (current != null) {
        process.start("gone " + method.getBareMethodName(), current::onCancel);
      }
    }
  }

  @Override
  public void request(int messages) {}

  @Override
  public void sendHeaders(Metadata headers) {}

  @Override
  public void sendMessage(B message) {
    process.checkAlive();
    response = call.network().conditions().version(process.name()).convert(message);
  }

  @Override
  public void close(Status status, Metadata trailers) {
    process.checkAlive();
    if (!closed) {
      closed = true;
      call.endedAt(
          process, new SimulatedCall.Answer<>(status.isOk() ? response : null, status, trailers));
    }
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }

  @Override
  public boolean isReady() {
    return !closed;
  }

  @Override
  public Attributes getAttributes() {
    return Attributes.EMPTY;
  }

  @Override
  public MethodDescriptor<A, B> getMethodDescriptor() {
    return method;
  }
}
