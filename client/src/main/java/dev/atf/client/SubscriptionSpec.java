package dev.atf.client;

import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.TaskStatus;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Subscription to be put. Immutable: each method returns a changed copy.
 *
 * <pre>{@code
 * SubscriptionSpec.of("orders-ended", "order")
 *     .statuses(TaskStatus.FATAL_FAILURE)
 *     .webhook("https://example.com/hook")
 *     .header("Authorization", "Bearer …");
 * }</pre>
 */
public final class SubscriptionSpec {
  /** Built-in lambda that sends requests. */
  private static final String HTTP = "http";

  private final Subscription subscription;
  private final @Nullable Object context;

  private SubscriptionSpec(Subscription subscription, @Nullable Object context) {
    this.subscription = subscription;
    this.context = context;
  }

  /**
   * Begins a subscription, which needs a target: {@link #webhook} or {@link #to}.
   *
   * @param name 1-64 of {@code a-z 0-9 -}, starting with a letter
   * @param lambda of the tasks, or a prefix of names and {@code *}
   */
  public static SubscriptionSpec of(String name, String lambda) {
    return new SubscriptionSpec(
        Subscription.newBuilder().setName(name).setLambda(lambda).build(), null);
  }

  /** Selects tasks of one collection; default: all tasks. */
  public SubscriptionSpec collection(String collection) {
    return with(changed -> changed.setCollection(collection));
  }

  /** Replaces the ends that make a notice; default: SUCCESS, FATAL_FAILURE and CANCELLED. */
  public SubscriptionSpec statuses(TaskStatus... statuses) {
    return with(changed -> changed.clearStatuses().addAllStatuses(List.of(statuses)));
  }

  /** Makes each notice a POST to a URL, by the built-in lambda {@code http}. */
  public SubscriptionSpec webhook(String url) {
    return target(target -> target.setLambda(HTTP).setUrl(url));
  }

  /**
   * Sets a header of the request of a webhook.
   *
   * @param value {@code ***} keeps the value that it has, unless the URL changes
   */
  public SubscriptionSpec header(String name, String value) {
    return target(target -> target.putHeaders(name, value));
  }

  /** Makes each notice a task of a lambda. */
  public SubscriptionSpec to(String lambda) {
    return target(target -> target.setLambda(lambda).clearUrl().clearHeaders());
  }

  /** Sets the priority of the notices; default: that of their lambda. */
  public SubscriptionSpec priority(String priority) {
    return target(target -> target.setPriority(priority));
  }

  /**
   * Sets a value that is sent along with each notice, written as JSON by the client's ObjectMapper.
   *
   * @param context at most 1 KB
   */
  public SubscriptionSpec context(Object context) {
    return new SubscriptionSpec(subscription, context);
  }

  Subscription subscription(PayloadJson json) {
    return context == null
        ? subscription
        : target(target -> target.setContext(json.value(context))).subscription;
  }

  private SubscriptionSpec target(Consumer<NoticeTarget.Builder> change) {
    return with(changed -> change.accept(changed.getToBuilder()));
  }

  private SubscriptionSpec with(Consumer<Subscription.Builder> change) {
    var changed = subscription.toBuilder();
    change.accept(changed);
    return new SubscriptionSpec(changed.build(), context);
  }
}
