package dev.atf.frontend.event;

import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Watcher in this process, which accepts answers as long as it is ready. */
final class RecordingSink implements WatchSink {
  final List<WatchTransitionsResponse> told = new CopyOnWriteArrayList<>();
  volatile boolean ready = true;
  volatile String end = "";

  @Override
  public boolean isReady() {
    return ready;
  }

  @Override
  public void send(List<WatchTransitionsResponse> answers) {
    told.addAll(answers);
  }

  @Override
  public void end() {
    end = "in order";
  }

  @Override
  public void end(StatusRuntimeException reason) {
    end = RpcErrors.reasonOf(reason).orElseThrow().name();
  }

  List<String> tasks() {
    return told.stream()
        .filter(WatchTransitionsResponse::hasTransition)
        .map(answer -> answer.getTransition().getTaskId())
        .toList();
  }

  String lastCursor() {
    return told.get(told.size() - 1).getCursor();
  }
}
