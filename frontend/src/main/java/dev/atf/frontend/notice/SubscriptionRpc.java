package dev.atf.frontend.notice;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.DeleteSubscriptionRequest;
import dev.atf.protocol.v1.DeleteSubscriptionResponse;
import dev.atf.protocol.v1.GetSubscriptionRequest;
import dev.atf.protocol.v1.ListSubscriptionsRequest;
import dev.atf.protocol.v1.ListSubscriptionsResponse;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.SubscriptionServiceGrpc;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Adapter of SubscriptionService; {@link ErrorMapping} maps its exceptions. */
public final class SubscriptionRpc extends SubscriptionServiceGrpc.SubscriptionServiceImplBase {
  private final SubscriptionSetting setting;
  private final InstantSource clock;

  @Inject
  SubscriptionRpc(SubscriptionSetting setting, InstantSource clock) {
    this.setting = setting;
    this.clock = clock;
  }

  @Override
  public void putSubscription(Subscription request, StreamObserver<Subscription> reply) {
    answer(reply, view(setting.put(request, now())));
  }

  @Override
  public void getSubscription(GetSubscriptionRequest request, StreamObserver<Subscription> reply) {
    answer(reply, view(setting.get(request.getName())));
  }

  @Override
  public void listSubscriptions(
      ListSubscriptionsRequest request, StreamObserver<ListSubscriptionsResponse> reply) {
    var lambda =
        request.getLambda().isEmpty()
            ? Optional.<LambdaName>empty()
            : Optional.of(new LambdaName(request.getLambda()));
    var response = ListSubscriptionsResponse.newBuilder();
    setting.list().stream()
        .filter(one -> lambda.map(one::isOf).orElse(true))
        .forEach(one -> response.addSubscriptions(SubscriptionCodec.of(one, Optional.empty())));
    answer(reply, response.build());
  }

  @Override
  public void deleteSubscription(
      DeleteSubscriptionRequest request, StreamObserver<DeleteSubscriptionResponse> reply) {
    setting.delete(request.getName(), now());
    answer(reply, DeleteSubscriptionResponse.getDefaultInstance());
  }

  private static Subscription view(SubscriptionSetting.Found found) {
    return SubscriptionCodec.of(found.subscription(), found.contents());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
