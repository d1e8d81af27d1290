package dev.atf.client;

import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.TaskStatus;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Subscription to be created or replaced. It is immutable: each method returns a changed copy.
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
   * Creates a specification without a target. A target must follow: {@link #webhook} or {@link
   * #to}.
   *
   * @param name 1-64 of {@code a-z 0-9 -}, starting with a letter
   * @param lambda lambda of the tasks, or a prefix of lambda names followed by {@code *}
   */
  public static SubscriptionSpec of(String name, String lambda) {
    return new SubscriptionSpec(
        Subscription.newBuilder().setName(name).setLambda(lambda).build(), null);
  }

  /** Selects only the tasks of one collection. Default: all tasks. */
  public SubscriptionSpec collection(String collection) {
    return with(changed -> changed.setCollection(collection));
  }

  /**
   * Replaces the final statuses that create a notice. Default: SUCCESS, FATAL_FAILURE and
   * CANCELLED.
   */
  public SubscriptionSpec statuses(TaskStatus... statuses) {
    return with(changed -> changed.clearStatuses().addAllStatuses(List.of(statuses)));
  }

  /** Sends each notice as a POST to a URL, with the built-in lambda {@code http}. */
  public SubscriptionSpec webhook(String url) {
    return target(target -> target.setLambda(HTTP).setUrl(url));
  }

  /**
   * Sets a header of the request of a webhook.
   *
   * @param value value of the header; {@code ***} keeps the stored value unless the URL changes
   */
  public SubscriptionSpec header(String name, String value) {
    return target(target -> target.putHeaders(name, value));
  }

  /** Creates a task of this lambda for each notice. */
  public SubscriptionSpec to(String lambda) {
    return target(target -> target.setLambda(lambda).clearUrl().clearHeaders());
  }

  /** Sets the priority of the notices. Default: the default priority of their lambda. */
  public SubscriptionSpec priority(String priority) {
    return target(target -> target.setPriority(priority));
  }

  /**
   * Sets a value that is sent with each notice. The client's ObjectMapper writes it as JSON.
   *
   * @param context value to send, at most 1 KB as JSON
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
