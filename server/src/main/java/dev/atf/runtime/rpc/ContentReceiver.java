package dev.atf.runtime.rpc;

import io.grpc.stub.StreamObserver;
import java.util.function.Function;

/**
 * Receiver of a file that a caller sends in parts. The call has one answer. After a refusal,
 * further parts are ignored.
 *
 * @param <Q> part
 * @param <A> answer
 */
public final class ContentReceiver<Q, A> implements StreamObserver<Q> {
  /** Destination of the parts. */
  public interface Sink<Q, A> extends AutoCloseable {
    void add(Q part);

    /** Makes the content durable. */
    A finish();

    /** Abandons the content, unless it is complete. */
    @Override
    void close();
  }

  private final StreamObserver<A> reply;
  private final Sink<Q, A> sink;
  private final Function<RuntimeException, RuntimeException> errors;
  private boolean over;

  /**
   * Creates a receiver.
   *
   * @param errors maps exceptions of the sink to errors for the caller
   */
  public ContentReceiver(
      StreamObserver<A> reply,
      Sink<Q, A> sink,
      Function<RuntimeException, RuntimeException> errors) {
    this.reply = reply;
    this.sink = sink;
    this.errors = errors;
  }

  @Override
  public void onNext(Q part) {
    if (over) {
      return;
    }
    try {
      sink.add(part);
    } catch (RuntimeException e) {
      refuse(e);
    }
  }

  /** Abandons an incomplete content whose caller is gone. */
  @Override
  public void onError(Throwable gone) {
    over = true;
    sink.close();
  }

  @Override
  public void onCompleted() {
    if (over) {
      return;
    }
    over = true;
    A answer;
    try (sink) {
      answer = sink.finish();
    } catch (RuntimeException e) {
      reply.onError(errors.apply(e));
      return;
    }
    reply.onNext(answer);
    reply.onCompleted();
  }

  private void refuse(RuntimeException e) {
    over = true;
    sink.close();
    reply.onError(errors.apply(e));
  }
}
