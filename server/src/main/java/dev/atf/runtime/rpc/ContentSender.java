package dev.atf.runtime.rpc;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;

/**
 * Sender of a file in parts. It sends as fast as the caller reads.
 *
 * @param <A> part
 */
public final class ContentSender<A> {
  /**
   * Size of a part in bytes. It is large compared to the headers of a message, and small compared
   * to the memory of a call.
   */
  private static final int PART_BYTES = 64 * 1024;

  private final ServerCallStreamObserver<A> call;
  private final InputStream content;
  private final Function<ByteString, A> part;
  private final Function<RuntimeException, RuntimeException> errors;
  private boolean begun;
  private boolean over;

  private ContentSender(
      ServerCallStreamObserver<A> call,
      InputStream content,
      Function<ByteString, A> part,
      Function<RuntimeException, RuntimeException> errors) {
    this.call = call;
    this.content = content;
    this.part = part;
    this.errors = errors;
  }

  /**
   * Starts to send. It is called by the handler of the call.
   *
   * @param content content, which is closed at every end of the call
   * @param errors maps exceptions to errors for the caller
   */
  public static <A> void send(
      StreamObserver<A> reply,
      InputStream content,
      Function<ByteString, A> part,
      Function<RuntimeException, RuntimeException> errors) {
    var call = (ServerCallStreamObserver<A>) reply;
    var sender = new ContentSender<>(call, content, part, errors);
    call.setOnReadyHandler(sender::sendReady);
    call.setOnCancelHandler(sender::end);
    sender.sendReady();
  }

  private synchronized void sendReady() {
    try {
      while (!over && call.isReady()) {
        var bytes = content.readNBytes(PART_BYTES);
        // The first part contains the size, even of an empty content.
        if (bytes.length > 0 || !begun) {
          begun = true;
          call.onNext(part.apply(ByteString.copyFrom(bytes)));
        }
        if (bytes.length < PART_BYTES) {
          end();
          call.onCompleted();
        }
      }
    } catch (IOException e) {
      fail(new java.io.UncheckedIOException(e));
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void fail(RuntimeException e) {
    end();
    call.onError(errors.apply(e));
  }

  private synchronized void end() {
    if (!over) {
      over = true;
      try {
        content.close();
      } catch (IOException e) {
        // It was only read.
      }
    }
  }
}
