package dev.atf.e2e.console;

import com.google.protobuf.Value;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListSubscriptionsRequest;
import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.TaskStatus;
import java.util.List;
import java.util.Set;

/** Subscriptions and fairness of the console's system. */
record ConsoleNotices(ConsoleSystem system) {
  void put(Subscription.Builder subscription) {
    var unused = system.api().subscriptions().putSubscription(subscription.build());
  }

  List<Subscription> all() {
    return system
        .api()
        .subscriptions()
        .listSubscriptions(ListSubscriptionsRequest.getDefaultInstance())
        .getSubscriptionsList();
  }

  /** Shares a lambda that is registered among the fairness keys of its tasks. */
  void share(String lambda, Lambda.Fairness.Builder fairness) {
    var settings =
        system.lambda(lambda).toBuilder()
            .clearGates()
            .clearLive()
            .clearUpdatedAt()
            .setFairness(fairness);
    var unused = system.api().lambdas().registerLambda(settings.build());
  }

  /**
   * Creates subscriptions, and a lambda that is shared fairly.
   *
   * @return a task with a notice
   */
  String fill() {
    share(
        "report",
        Lambda.Fairness.newBuilder()
            .putWeights("acme", 3)
            .putWeights("tenant/4711", 10)
            .setRatePerKey(50));
    put(
        Subscription.newBuilder()
            .setName("failures")
            .setLambda("invoice-*")
            .addStatuses(TaskStatus.FATAL_FAILURE)
            .addStatuses(TaskStatus.CANCELLED)
            .setTo(
                NoticeTarget.newBuilder()
                    .setLambda("http")
                    .setUrl("https://alerts.example.org/hooks/post?team=47")
                    .putHeaders("Authorization", "Bearer 1")
                    .setContext(Value.newBuilder().setStringValue("team post"))));
    put(
        Subscription.newBuilder()
            .setName("locked-doors")
            .setLambda("invoice-archive")
            .setCollection("doors")
            .setTo(NoticeTarget.newBuilder().setLambda("mail")));
    var telling =
        system.schedule(
            "report",
            "{\"json\": {\"day\": \"sunday\", \"seconds\": 0}, \"fairnessKey\": \"acme\","
                + " \"onFinish\": {\"to\": {\"lambda\": \"mail\"}}}");
    system.await(telling, Set.of(TaskStatus.SUCCESS));
    return telling;
  }
}
