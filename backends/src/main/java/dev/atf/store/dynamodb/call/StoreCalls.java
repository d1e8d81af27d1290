package dev.atf.store.dynamodb.call;

import dev.atf.store.StoreException;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.pagination.sync.SdkIterable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/**
 * Makes calls of the SDK and translates their failures.
 *
 * <p>The SDK retries requests that were {@link DefiniteRefusal definitely not done}. A write whose
 * outcome is unknown is not retried here, because its own first try could refuse the retry, and the
 * caller could not distinguish that from a lost race. A read is retried once.
 */
public final class StoreCalls {
  private StoreCalls() {}

  /**
   * Makes a call that only reads.
   *
   * @throws StoreUnavailableException for any failure, after which nothing has changed
   */
  public static <T> T read(Supplier<T> call) {
    try {
      return call.get();
    } catch (SdkException first) {
      if (DefiniteRefusal.is(first)) {
        throw unavailable(first);
      }
    }
    try {
      return call.get();
    } catch (SdkException second) {
      throw unavailable(second);
    }
  }

  /**
   * Reads all pages of a scan or query, each as {@link #read} does.
   *
   * @throws StoreUnavailableException for any failure
   */
  public static <T> List<T> readAll(SdkIterable<T> pages) {
    var all = new ArrayList<T>();
    // Its next() makes the call, and after a failure the same one again.
    var each = pages.iterator();
    while (each.hasNext()) {
      all.add(read(each::next));
    }
    return all;
  }

  /**
   * Makes a call that writes.
   *
   * @throws ConditionalCheckFailedException if the condition does not hold, which is an answer and
   *     not a failure
   * @throws StoreUnavailableException if nothing was written
   * @throws StoreOutcomeUnknownException if it may have been written
   */
  public static <T> T write(Supplier<T> call) {
    try {
      return call.get();
    } catch (ConditionalCheckFailedException answer) {
      throw answer;
    } catch (SdkException e) {
      throw DefiniteRefusal.is(e)
          ? unavailable(e)
          : new StoreOutcomeUnknownException("DynamoDB may or may not have written: " + e, e);
    }
  }

  /**
   * Writes under a condition, and returns whether it held.
   *
   * @throws StoreException as {@link #write} does
   */
  public static boolean writeIf(Supplier<?> call) {
    try {
      write(call);
      return true;
    } catch (ConditionalCheckFailedException refused) {
      return false;
    }
  }

  /**
   * Reads one item. The read is strongly consistent.
   *
   * @throws StoreUnavailableException for any failure
   */
  public static Optional<Map<String, AttributeValue>> find(
      DynamoDbClient client, String table, Map<String, AttributeValue> key) {
    var request = GetItemRequest.builder().tableName(table).key(key).consistentRead(true).build();
    var response = read(() -> client.getItem(request));
    return response.hasItem() ? Optional.of(response.item()) : Optional.empty();
  }

  private static StoreException unavailable(SdkException e) {
    return new StoreUnavailableException("DynamoDB did not do it: " + e, e);
  }
}
