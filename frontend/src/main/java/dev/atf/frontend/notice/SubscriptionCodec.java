package dev.atf.frontend.notice;

import dev.atf.model.Payload;
import dev.atf.model.task.Subscription;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.store.notice.NoticePayload;
import dev.atf.validation.JsonValues;
import dev.atf.validation.TaskStatusCodec;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Converts subscriptions to their protocol form. */
final class SubscriptionCodec {
  private SubscriptionCodec() {}

  /**
   * Converts a subscription.
   *
   * @param contents common part of the payloads; empty to omit it
   */
  static dev.atf.protocol.v1.Subscription of(
      Subscription subscription, Optional<Payload> contents) {
    var target = subscription.target();
    var to =
        NoticeTarget.newBuilder()
            .setLambda(target.lambda().value())
            .setPriority(target.priority().value());
    contents.ifPresent(payload -> fill(to, payload));
    var view =
        dev.atf.protocol.v1.Subscription.newBuilder()
            .setName(subscription.name())
            .setLambda(subscription.source())
            .setTo(to)
            .setUpdatedAt(ProtoTimes.proto(subscription.updatedAt()));
    Optional.ofNullable(subscription.collection())
        .ifPresent(collection -> view.setCollection(collection.value()));
    subscription.statuses().stream().map(TaskStatusCodec::proto).forEach(view::addStatuses);
    return view.build();
  }

  private static void fill(NoticeTarget.Builder to, Payload contents) {
    var context = NoticePayload.context(contents);
    if (!context.isEmpty()) {
      JsonValues.toValue(context.getBytes(StandardCharsets.UTF_8)).ifPresent(to::setContext);
    }
    Webhook.of(contents)
        .ifPresent(
            webhook -> {
              to.setUrl(webhook.url());
              webhook.headers().keySet().forEach(name -> to.putHeaders(name, Webhook.HIDDEN));
            });
  }
}
