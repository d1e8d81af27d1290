package dev.atf.cli.chore.bridge;

import com.google.protobuf.ByteString;
import dev.atf.cli.chore.model.ChoreOutcome;
import dev.atf.cli.chore.model.ChoreResult;
import dev.atf.cli.chore.model.ChoreTask;
import dev.atf.cli.chore.model.RefusedChoreException;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tasks that end when the test says so. There is one for each key, as on the server. */
final class TasksInMemory implements ChoreTasks {
  private final Map<String, ChoreTask> byId = new HashMap<>();
  private final Map<String, ChoreOutcome> outcomes = new HashMap<>();
  private final Map<String, ByteString> contents = new HashMap<>();
  private final List<String> calls = new ArrayList<>();
  private boolean isAway;
  private boolean losesContents;

  @Override
  public String schedule(ChoreTask task) throws RefusedChoreException {
    requireHere();
    if (task.instructions().contains("too much for the server")) {
      throw new RefusedChoreException("the server: payload too large");
    }
    calls.add(task.directory());
    byId.putIfAbsent(task.worker().taskId(), task);
    return task.worker().taskId();
  }

  @Override
  public Optional<ChoreOutcome> outcome(String taskId) {
    requireHere();
    if (!byId.containsKey(taskId)) {
      throw Status.NOT_FOUND.asRuntimeException();
    }
    return Optional.ofNullable(outcomes.get(taskId));
  }

  private void requireHere() {
    if (isAway) {
      throw Status.UNAVAILABLE.asRuntimeException();
    }
  }

  /** Ends all tasks. */
  void end() {
    byId.forEach(
        (id, task) ->
            outcomes.putIfAbsent(
                id,
                new ChoreOutcome(
                    ChoreOutcome.State.SUCCEEDED,
                    "did " + task.instructions(),
                    "",
                    task.results().stream().map(this::made).toList())));
  }

  /** Creates a file whose content is its own name. A file with the name "gone" is not stored. */
  private ChoreResult made(String path) {
    if (path.equals("large")) {
      contents.put(path, ByteString.copyFrom(new byte[20 * 1024 * 1024]));
    } else if (!path.equals("gone")) {
      contents.put(path, ByteString.copyFromUtf8(path));
    }
    return new ChoreResult(path, "command", path, path.length());
  }

  @Override
  public Optional<ByteString> content(ChoreResult result) {
    requireHere();
    if (losesContents) {
      throw Status.ABORTED.asRuntimeException();
    }
    return Optional.ofNullable(contents.get(result.sha256()));
  }

  /** Forgets all tasks, as the server does with old tasks. */
  void forget() {
    byId.clear();
    outcomes.clear();
  }

  void away(boolean away) {
    isAway = away;
  }

  void losesContents(boolean loses) {
    losesContents = loses;
  }

  int count() {
    return byId.size();
  }

  List<String> calls() {
    return List.copyOf(calls);
  }
}
