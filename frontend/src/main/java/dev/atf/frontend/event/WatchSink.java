package dev.atf.frontend.event;

import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.StatusRuntimeException;
import java.util.List;

/**
 * Receiver of the answers for one watcher. Only one thread at a time calls it. Its methods do not
 * block.
 */
public interface WatchSink {
  /** Returns whether the next answer would be sent immediately and not buffered in memory. */
  boolean isReady();

  void send(List<WatchTransitionsResponse> answers);

  /** Ends the watch in an orderly way, so that the caller may call again and resume. */
  void end();

  void end(StatusRuntimeException reason);
}
