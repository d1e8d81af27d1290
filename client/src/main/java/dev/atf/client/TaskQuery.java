package dev.atf.client;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ListTasksRequest;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;

/** Tasks of a lambda that are to be listed. Immutable: each method returns a changed copy. */
public final class TaskQuery {
  /** State of listed tasks. */
  public enum State {
    /** Tasks that have not ended. */
    PENDING,
    /** Tasks that an executor holds. */
    RUNNING,
    /** Tasks that wait for a condition. */
    BLOCKED,
    /** Tasks that wait for the turn of their ordering key. */
    WAITING,
    DEAD,
    /** Tasks that have ended, and are no dead letters. */
    DONE,
    ANY
  }

  private final ListTasksRequest request;

  private TaskQuery(ListTasksRequest request) {
    this.request = request;
  }

  /** Returns a query for all pending tasks of a lambda. */
  public static TaskQuery of(String lambda) {
    return new TaskQuery(ListTasksRequest.newBuilder().setLambda(lambda).build());
  }

  public TaskQuery state(State state) {
    return with(request -> request.setState(state.name().toLowerCase(Locale.ROOT)));
  }

  /**
   * Restricts the list to tasks with a label, the latest first, in any state unless one is set. May
   * be called again for others.
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

  /** Sets the most tasks of one call, 1 to 1,000; default 100. */
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
