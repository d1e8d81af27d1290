package dev.atf.client;

import static dev.atf.protocol.ErrorReason.SUBSCRIPTION_NOT_FOUND;

import dev.atf.client.connection.Stubs;
import dev.atf.protocol.v1.DeleteSubscriptionRequest;
import dev.atf.protocol.v1.GetSubscriptionRequest;
import dev.atf.protocol.v1.ListSubscriptionsRequest;
import dev.atf.protocol.v1.Subscription;
import java.util.List;

/** Tasks that are made whenever other tasks end. Every call may be repeated, and is. */
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
   * Creates a subscription, or replaces the one of its name. In force within a few seconds.
   *
   * @return the subscription, with {@code ***} for the values of headers
   */
  public Subscription put(SubscriptionSpec spec) {
    var request = spec.subscription(json);
    return retries.call(() -> stubs.subscriptions().putSubscription(request));
  }

  /**
   * Returns a subscription, with {@code ***} for the values of headers.
   *
   * @throws AtfException with SUBSCRIPTION_NOT_FOUND if there is none, or its lambdas may not be
   *     read
   */
  public Subscription get(String name) {
    var request = GetSubscriptionRequest.newBuilder().setName(name).build();
    return retries.call(() -> stubs.subscriptions().getSubscription(request));
  }

  /** Returns all subscriptions, at most 200, by name; without context, URL and headers. */
  public List<Subscription> list() {
    return list(ListSubscriptionsRequest.getDefaultInstance());
  }

  /** Returns the subscriptions about the tasks of one lambda. */
  public List<Subscription> list(String lambda) {
    return list(ListSubscriptionsRequest.newBuilder().setLambda(lambda).build());
  }

  private List<Subscription> list(ListSubscriptionsRequest request) {
    return retries
        .call(() -> stubs.subscriptions().listSubscriptions(request))
        .getSubscriptionsList();
  }

  /**
   * Deletes a subscription: it makes no further notices. When the answer of an earlier try was
   * lost, a missing one counts as deleted.
   */
  public void delete(String name) {
    var request = DeleteSubscriptionRequest.newBuilder().setName(name).build();
    retries.delete(() -> stubs.subscriptions().deleteSubscription(request), SUBSCRIPTION_NOT_FOUND);
  }
}
