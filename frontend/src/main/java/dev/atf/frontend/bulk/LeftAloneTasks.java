package dev.atf.frontend.bulk;

import com.google.rpc.Status;
import dev.atf.model.TaskId;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.LeftAlone;
import io.grpc.protobuf.StatusProto;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the tasks that a change of many left alone, by reason. */
final class LeftAloneTasks {
  /** Bound of an answer: further reasons are counted together. */
  static final int REASONS_MAX = 20;

  private static final String OTHERS = "";

  private final Map<String, LeftAlone.Builder> byMessage = new LinkedHashMap<>();

  /** Adds a task that is as asked for already. */
  void asAsked(TaskId taskId) {
    add(taskId, "", "it is as asked for already");
  }

  void refused(TaskId taskId, Status refusal) {
    var reason =
        RpcErrors.reasonOf(StatusProto.toStatusRuntimeException(refusal))
            .map(ErrorReason::name)
            .orElse("");
    add(taskId, reason, refusal.getMessage().replace("task " + taskId, "it"));
  }

  private void add(TaskId taskId, String reason, String message) {
    boolean fits = byMessage.containsKey(message) || byMessage.size() < REASONS_MAX;
    var alone =
        byMessage.computeIfAbsent(
            fits ? message : OTHERS,
            key ->
                LeftAlone.newBuilder()
                    .setReason(reason)
                    .setMessage(fits ? message : "for other reasons, such as: " + message)
                    .setTaskId(taskId.value()));
    alone.setCount(alone.getCount() + 1);
  }

  List<LeftAlone> all() {
    return byMessage.values().stream().map(LeftAlone.Builder::build).toList();
  }
}
