package dev.atf.frontend.event;

import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.StatusRuntimeException;
import java.util.List;

/** Receiver of one watcher's answers. It is called by one thread at a time and does not block. */
public interface WatchSink {
  /** Returns whether a further answer would be sent immediately and not be buffered in memory. */
  boolean isReady();

  void send(List<WatchTransitionsResponse> answers);

  /** Ends the watch in an orderly way, so that the caller may call again and resume. */
  void end();

  void end(StatusRuntimeException reason);
}
