package dev.atf.client;

import static dev.atf.protocol.ErrorReason.SUBSCRIPTION_NOT_FOUND;

import dev.atf.client.connection.Stubs;
import dev.atf.protocol.v1.DeleteSubscriptionRequest;
import dev.atf.protocol.v1.GetSubscriptionRequest;
import dev.atf.protocol.v1.ListSubscriptionsRequest;
import dev.atf.protocol.v1.Subscription;
import java.util.List;

/**
 * Operations on subscriptions, which create a task whenever another task ends. Every call is safe
 * to repeat, and the client retries it.
 */
public final class Subscriptions {
  private final Stubs stubs;
  private final Retries retries;
  private final PayloadJson json;

  Subscriptions(Stubs stubs, Retries retries, PayloadJson json) {
    this.stubs = stubs;
    this.retries = retries;
    this.json = json;
  }

  /**
   * Creates a subscription, or replaces the subscription of the same name. It takes effect within a
   * few seconds.
   *
   * @return the stored subscription, with {@code ***} in place of header values
   */
  public Subscription put(SubscriptionSpec spec) {
    var request = spec.subscription(json);
    return retries.call(() -> stubs.subscriptions().putSubscription(request));
  }

  /**
   * Returns a subscription, with {@code ***} in place of header values.
   *
   * @throws AtfException with SUBSCRIPTION_NOT_FOUND if it does not exist, or the caller may not
   *     read its lambdas
   */
  public Subscription get(String name) {
    var request = GetSubscriptionRequest.newBuilder().setName(name).build();
    return retries.call(() -> stubs.subscriptions().getSubscription(request));
  }

  /**
   * Returns all subscriptions in the order of their names, without context, URL and headers. There
   * are at most 200.
   */
  public List<Subscription> list() {
    return list(ListSubscriptionsRequest.getDefaultInstance());
  }

  /** Returns the subscriptions to the tasks of one lambda. */
  public List<Subscription> list(String lambda) {
    return list(ListSubscriptionsRequest.newBuilder().setLambda(lambda).build());
  }

  private List<Subscription> list(ListSubscriptionsRequest request) {
    return retries
        .call(() -> stubs.subscriptions().listSubscriptions(request))
        .getSubscriptionsList();
  }

  /**
   * Deletes a subscription, which then creates no further notices. After an earlier try whose
   * answer was lost, a missing subscription counts as deleted.
   */
  public void delete(String name) {
    var request = DeleteSubscriptionRequest.newBuilder().setName(name).build();
    retries.delete(() -> stubs.subscriptions().deleteSubscription(request), SUBSCRIPTION_NOT_FOUND);
  }
}
