package dev.atf.executor.core.call;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Call with a stream in one direction. One thread uses it, and waits for the other side. Closing
 * the call cancels it unless it has ended. Messages are requested one by one, so that messages that
 * are not taken yet stay with the sender.
 *
 * @param <Q> requests
 * @param <A> answers
 */
final class StreamedCall<Q, A> implements ClientResponseObserver<Q, A>, AutoCloseable {
  /** Event of the call. If both fields are null, the call accepts more requests. */
  private record Event<A>(@Nullable A answer, @Nullable Status end) {}

  private final BlockingQueue<Event<A>> events = new LinkedBlockingQueue<>();
  private final int asked;
  private final Duration idle;
  private final Runnable whenSilent;
  private @Nullable ClientCallStreamObserver<Q> call;
  private boolean ended;

  /**
   * Creates a call.
   *
   * @param asked initial number of requested answers; gRPC requires 2 for a call with a single
   *     answer
   * @param idle time without a message from the server after which the call fails
   * @param whenSilent runs if the call fails for this reason
   */
  StreamedCall(int asked, Duration idle, Runnable whenSilent) {
    this.asked = asked;
    this.idle = idle;
    this.whenSilent = whenSilent;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<Q> started) {
    call = started;
    started.disableAutoRequestWithInitial(asked);
    started.setOnReadyHandler(() -> events.add(new Event<>(null, null)));
  }

  @Override
  public void onNext(A answer) {
    events.add(new Event<>(answer, null));
  }

  @Override
  public void onError(Throwable error) {
    events.add(new Event<>(null, Status.fromThrowable(error).withCause(error)));
  }

  @Override
  public void onCompleted() {
    events.add(new Event<>(null, Status.OK));
  }

  /**
   * Waits for the next answer.
   *
   * @return empty once the server has ended the call
   */
  Optional<A> next() throws InterruptedException {
    return next(idle);
  }

  /** Waits as {@link #next()} does, with another time-out. */
  Optional<A> next(Duration patience) throws InterruptedException {
    while (!ended) {
      var answer = take(patience).answer();
      if (answer != null) {
        return Optional.of(answer);
      }
    }
    return Optional.empty();
  }

  /** Requests one more answer. */
  void request() {
    started().request(1);
  }

  /**
   * Sends a request as soon as the connection accepts it.
   *
   * @return false if the server has ended the call and accepts no more
   */
  boolean send(Q request) throws InterruptedException {
    while (!ended && !started().isReady()) {
      take(idle);
    }
    if (!ended) {
      started().onNext(request);
    }
    return !ended;
  }

  /** Ends the requests. */
  void endRequests() {
    if (!ended) {
      started().onCompleted();
    }
  }

  private Event<A> take(Duration patience) throws InterruptedException {
    var event = events.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    if (event == null) {
      whenSilent.run();
      throw Status.DEADLINE_EXCEEDED
          .withDescription("no sign within " + patience)
          .asRuntimeException();
    }
    var end = event.end();
    if (end != null) {
      ended = true;
      if (!end.isOk()) {
        throw end.getCause() instanceof StatusRuntimeException refusal
            ? refusal
            : end.asRuntimeException();
      }
    }
    return event;
  }

  private ClientCallStreamObserver<Q> started() {
    return Objects.requireNonNull(call);
  }

  @Override
  public void close() {
    if (!ended && call != null) {
      call.cancel("no longer needed", null);
    }
  }
}
