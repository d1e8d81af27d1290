package dev.atf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.DeleteSubscriptionRequest;
import dev.atf.protocol.v1.DeleteSubscriptionResponse;
import dev.atf.protocol.v1.GetSubscriptionRequest;
import dev.atf.protocol.v1.ListSubscriptionsRequest;
import dev.atf.protocol.v1.ListSubscriptionsResponse;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.SubscriptionServiceGrpc;
import dev.atf.protocol.v1.TaskStatus;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls about subscriptions against a real gRPC server that may lose answers. */
final class SubscriptionsTest {
  record Team(String team) {}

  private final Kept kept = new Kept();
  private OneService server;
  private AtfClient atf;

  @BeforeEach
  void start() throws IOException {
    server = OneService.start(kept);
    atf = server.client();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aWebhookIsPutAsItWasAskedFor() {
    var put =
        atf.subscriptions()
            .put(
                SubscriptionSpec.of("orders-ended", "order*")
                    .collection("retail")
                    .statuses(TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED)
                    .webhook("https://example.com/hook")
                    .header("X-Key", "secret")
                    .priority("high")
                    .context(new Team("shop")));

    assertThat(put.getLambda()).isEqualTo("order*");
    assertThat(put.getCollection()).isEqualTo("retail");
    assertThat(put.getStatusesList())
        .containsExactly(TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED);
    assertThat(put.getTo().getLambda()).isEqualTo("http");
    assertThat(put.getTo().getUrl()).isEqualTo("https://example.com/hook");
    assertThat(put.getTo().getHeadersMap()).containsExactly(Map.entry("X-Key", "secret"));
    assertThat(put.getTo().getPriority()).isEqualTo("high");
    assertThat(put.getTo().getContext().getStructValue().getFieldsOrThrow("team").getStringValue())
        .isEqualTo("shop");
    assertThat(atf.subscriptions().get("orders-ended")).isEqualTo(put);
  }

  @Test
  void aSpecIsNotChangedByItsCopies() {
    var webhook = SubscriptionSpec.of("ends", "order").webhook("https://a/b").header("K", "v");

    var told = atf.subscriptions().put(webhook.to("told").context(1));
    var again = atf.subscriptions().put(webhook);

    assertThat(told.getTo().getLambda()).isEqualTo("told");
    assertThat(told.getTo().getUrl()).isEmpty();
    assertThat(told.getTo().getHeadersMap()).isEmpty();
    assertThat(again.getTo().getUrl()).isEqualTo("https://a/b");
    assertThat(again.getTo().hasContext()).isFalse();
  }

  @Test
  void thoseOfALambdaAreListed() throws Exception {
    atf.subscriptions().put(SubscriptionSpec.of("first", "order").to("told"));
    atf.subscriptions().put(SubscriptionSpec.of("second", "mail").to("told"));

    assertThat(atf.subscriptions().list()).hasSize(2);
    assertThat(atf.async(Runnable::run).call(client -> client.subscriptions().list("mail")).get())
        .extracting(Subscription::getName)
        .containsExactly("second");
  }

  @Test
  void callsWhoseAnswersWereLostAreRepeated() {
    var spec = SubscriptionSpec.of("ends", "order").to("told");

    kept.repliesToLose = 1;
    atf.subscriptions().put(spec);
    kept.repliesToLose = 1;
    atf.subscriptions().delete("ends");

    assertThat(kept.calls).containsExactly("put", "put", "delete", "delete");
    assertThat(kept.byName).isEmpty();
  }

  @Test
  void deletingAnUnknownOneFailsAsNotFound() {
    assertThatThrownBy(() -> atf.subscriptions().delete("ends"))
        .isInstanceOfSatisfying(
            AtfException.class,
            refused ->
                assertThat(refused.reason()).contains(ErrorReason.SUBSCRIPTION_NOT_FOUND.name()));
    assertThat(kept.calls).containsExactly("delete");
  }

  /** Keeps subscriptions as the frontend does, and loses answers on demand. */
  private static final class Kept extends SubscriptionServiceGrpc.SubscriptionServiceImplBase {
    final Map<String, Subscription> byName = new TreeMap<>();
    final List<String> calls = new ArrayList<>();
    int repliesToLose;

    @Override
    public synchronized void putSubscription(
        Subscription request, StreamObserver<Subscription> reply) {
      byName.put(request.getName(), request);
      answer("put", request, reply);
    }

    @Override
    public synchronized void getSubscription(
        GetSubscriptionRequest request, StreamObserver<Subscription> reply) {
      answer("get", byName.get(request.getName()), reply);
    }

    @Override
    public synchronized void listSubscriptions(
        ListSubscriptionsRequest request, StreamObserver<ListSubscriptionsResponse> reply) {
      var answer = ListSubscriptionsResponse.newBuilder();
      byName.values().stream()
          .filter(
              one -> request.getLambda().isEmpty() || one.getLambda().equals(request.getLambda()))
          .forEach(answer::addSubscriptions);
      answer("list", answer.build(), reply);
    }

    @Override
    public synchronized void deleteSubscription(
        DeleteSubscriptionRequest request, StreamObserver<DeleteSubscriptionResponse> reply) {
      if (byName.remove(request.getName()) == null) {
        calls.add("delete");
        reply.onError(RpcErrors.of(ErrorReason.SUBSCRIPTION_NOT_FOUND, "no such subscription"));
        return;
      }
      answer("delete", DeleteSubscriptionResponse.getDefaultInstance(), reply);
    }

    private <T> void answer(String call, T answer, StreamObserver<T> reply) {
      calls.add(call);
      if (repliesToLose-- > 0) {
        reply.onError(Status.UNAVAILABLE.asRuntimeException());
        return;
      }
      reply.onNext(answer);
      reply.onCompleted();
    }
  }
}
