package dev.atf.frontend.event;

import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.StatusRuntimeException;
import java.util.List;

/** Where one watcher's answers go. Called by one thread at a time; does not block. */
public interface WatchSink {
  /** Whether more would be sent on at once, and not be kept in memory. */
  boolean isReady();

  void send(List<WatchTransitionsResponse> answers);

  /** In order: the caller may call again and go on. */
  void end();

  void end(StatusRuntimeException reason);
}
