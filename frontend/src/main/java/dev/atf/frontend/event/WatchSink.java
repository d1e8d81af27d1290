package dev.atf.frontend.event;

import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.StatusRuntimeException;
import java.util.List;

/** Receiver of one watcher's answers. Called by one thread at a time; does not block. */
public interface WatchSink {
  /** Returns whether more would be sent on at once, and not be kept in memory. */
  boolean isReady();

  void send(List<WatchTransitionsResponse> answers);

  /** Ends the watch in an orderly way: the caller may call again and resume. */
  void end();

  void end(StatusRuntimeException reason);
}
