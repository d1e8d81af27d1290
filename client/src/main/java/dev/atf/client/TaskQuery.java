package dev.atf.client;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ListTasksRequest;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;

/** Query for tasks of a lambda. It is immutable: each method returns a changed copy. */
public final class TaskQuery {
  /** State of the listed tasks. */
  public enum State {
    /** Tasks that have not ended. */
    PENDING,
    /** Tasks that an executor holds. */
    RUNNING,
    /** Tasks that wait for a condition. */
    BLOCKED,
    /** Tasks that wait for their turn in their ordering key. */
    WAITING,
    DEAD,
    /** Tasks that have ended and are not dead letters. */
    DONE,
    ANY
  }

  private final ListTasksRequest request;

  private TaskQuery(ListTasksRequest request) {
    this.request = request;
  }

  /** Returns a query for all unfinished tasks of a lambda. */
  public static TaskQuery of(String lambda) {
    return new TaskQuery(ListTasksRequest.newBuilder().setLambda(lambda).build());
  }

  /** Restricts the list to tasks in a state. */
  public TaskQuery state(State state) {
    return with(request -> request.setState(state.name().toLowerCase(Locale.ROOT)));
  }

  /**
   * Restricts the list to tasks with a label, the latest first. Without a state, tasks in any state
   * are listed. Call it repeatedly to require several labels.
   */
  public TaskQuery label(String key, String value) {
    return with(request -> request.addLabel(key + "=" + value));
  }

  /** Restricts the list to a collection. */
  public TaskQuery collection(String collection) {
    return with(request -> request.setCollection(collection));
  }

  /** Restricts the list to tasks whose latest attempt failed with this code. */
  public TaskQuery code(String code) {
    return with(request -> request.setCode(code));
  }

  /** Restricts the list to the task of an idempotency key. */
  public TaskQuery idempotencyKey(String key) {
    return with(request -> request.setIdempotencyKey(key));
  }

  /** Restricts the list to tasks that are scheduled at this time or later. */
  public TaskQuery after(Instant time) {
    return with(request -> request.setAfter(ProtoTimes.proto(time)));
  }

  /** Restricts the list to tasks that are scheduled before this time. */
  public TaskQuery before(Instant time) {
    return with(request -> request.setBefore(ProtoTimes.proto(time)));
  }

  /** Restricts the list to a priority. */
  public TaskQuery priority(String priority) {
    return with(request -> request.setPriority(priority));
  }

  /** Sets the maximum number of tasks that one call returns, 1 to 1,000. Default: 100. */
  public TaskQuery pageSize(int size) {
    return with(request -> request.setPageSize(size));
  }

  /** Returns the request for the first page. */
  ListTasksRequest request() {
    return request;
  }

  private TaskQuery with(Consumer<ListTasksRequest.Builder> change) {
    var changed = request.toBuilder();
    change.accept(changed);
    return new TaskQuery(changed.build());
  }
}
