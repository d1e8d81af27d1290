package dev.atf.client;

import dev.atf.client.connection.Stubs;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.util.Collections;
import java.util.Iterator;

/** Transitions as they happen, over one stream after the other. */
final class Watch implements AutoCloseable {
  private final Stubs stubs;
  private final WatchTransitionsRequest.Builder next;
  private final Context.CancellableContext context = Context.current().withCancellation();
  private Iterator<WatchTransitionsResponse> answers = Collections.emptyIterator();

  Watch(Stubs stubs, WatchTransitionsRequest request) {
    this.stubs = stubs;
    this.next = request.toBuilder();
  }

  /**
   * Waits for the next answer. After a failure, the next call continues with a new stream.
   *
   * @throws StatusRuntimeException if the call was refused or the stream has failed
   */
  WatchTransitionsResponse next() {
    try {
      while (!answers.hasNext()) {
        open();
      }
      var answer = answers.next();
      next.setCursor(answer.getCursor());
      return answer;
    } catch (StatusRuntimeException e) {
      answers = Collections.emptyIterator();
      throw e;
    }
  }

  private void open() {
    // The stream ends with its context.
    var outer = context.attach();
    try {
      answers = stubs.events().watchTransitions(next.build());
    } finally {
      context.detach(outer);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
