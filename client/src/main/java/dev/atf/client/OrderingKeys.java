package dev.atf.client;

import static dev.atf.protocol.ErrorReason.KEY_NOT_HELD;

import dev.atf.client.connection.Stubs;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.ListKeysResponse;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.RetryHeadRequest;
import dev.atf.protocol.v1.SkipHeadRequest;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Operations on ordering keys: their turns, their waiting tasks, and the release of held keys. A
 * task gets its key by {@link TaskSpec#orderingKey}.
 */
public final class OrderingKeys {
  private final Stubs stubs;
  private final Retries retries;

  OrderingKeys(Stubs stubs, Retries retries) {
    this.stubs = stubs;
    this.retries = retries;
  }

  /** Returns the keys of a lambda that have waiting tasks, including held keys. */
  public Pages<OrderingKey> list(String lambda) {
    return list(ListKeysRequest.newBuilder().setLambda(lambda).build());
  }

  /** Returns the held keys of a lambda, which wait for an operator. */
  public Pages<OrderingKey> held(String lambda) {
    return list(ListKeysRequest.newBuilder().setLambda(lambda).setHeld(true).build());
  }

  private Pages<OrderingKey> list(ListKeysRequest request) {
    return Pages.of(
        request,
        page -> retries.call(() -> stubs.ordering().listKeys(page)),
        ListKeysResponse::getKeysList,
        answer ->
            Pages.token(answer.getNextPageToken())
                .map(token -> request.toBuilder().setPageToken(token).build()));
  }

  /**
   * Returns the current state of one key, with the first of its waiting tasks.
   *
   * @throws AtfException with KEY_NOT_FOUND if the key had no task recently
   */
  public OrderingKey get(String lambda, String key) {
    var request = GetKeyRequest.newBuilder().setLambda(lambda).setKey(key).build();
    return retries.call(() -> stubs.ordering().getKey(request));
  }

  /**
   * Lets a held key continue without the task that failed, which stays a dead letter. After an
   * earlier try whose answer was lost, a key that has continued counts as skipped.
   *
   * @param taskId task that holds the key, from {@link #get}
   * @throws AtfException with KEY_NOT_HELD if this task does not hold the key
   */
  public OrderingKey skip(String lambda, String key, String taskId) {
    var request =
        SkipHeadRequest.newBuilder().setLambda(lambda).setKey(key).setTaskId(taskId).build();
    return change(
        () -> stubs.ordering().skipHead(request),
        lambda,
        key,
        now -> !now.getHolderTaskId().equals(taskId));
  }

  /**
   * Retries the failed task with its full number of attempts. If the answer of an earlier try was
   * lost and the task has ended since, the outcome is unknown and the call is refused.
   *
   * @param taskId task that holds the key, from {@link #get}
   * @throws AtfException with KEY_NOT_HELD if this task does not hold the key
   */
  public OrderingKey retry(String lambda, String key, String taskId) {
    var request =
        RetryHeadRequest.newBuilder().setLambda(lambda).setKey(key).setTaskId(taskId).build();
    return change(
        () -> stubs.ordering().retryHead(request),
        lambda,
        key,
        now -> now.getHolderTaskId().equals(taskId));
  }

  /**
   * Makes a call that changes a key.
   *
   * @param done recognises a key that an earlier try has changed
   */
  private OrderingKey change(
      Supplier<OrderingKey> call, String lambda, String key, Predicate<OrderingKey> done) {
    var request = GetKeyRequest.newBuilder().setLambda(lambda).setKey(key).build();
    return retries.change(
        call, KEY_NOT_HELD, () -> Optional.of(stubs.ordering().getKey(request)).filter(done));
  }
}
