package dev.atf.worker.builtin;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Body subscriber that keeps the beginning of a response; once there is enough the rest is not
 * received.
 */
final class BoundedBody implements BodySubscriber<BoundedText> {
  private final int bytesMax;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final CompletableFuture<BoundedText> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  BoundedBody(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  @Override
  public CompletionStage<BoundedText> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscribed) {
    subscription = subscribed;
    subscribed.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (var buffer : buffers) {
      var bytes = new byte[Math.min(buffer.remaining(), bytesMax - kept.size())];
      boolean more = bytes.length < buffer.remaining();
      buffer.get(bytes);
      kept.writeBytes(bytes);
      if (more) {
        complete(true);
        cancel();
        return;
      }
    }
    if (subscription != null) {
      subscription.request(1);
    }
  }

  @Override
  public void onError(Throwable error) {
    body.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    complete(false);
  }

  private void complete(boolean truncated) {
    body.complete(new BoundedText(kept.toString(StandardCharsets.UTF_8), truncated));
  }

  private void cancel() {
    if (subscription != null) {
      subscription.cancel();
    }
  }
}
