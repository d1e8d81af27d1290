package dev.atf.local.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.local.ApiConnection;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.TokenIssuer;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.DeleteSubscriptionRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListSubscriptionsRequest;
import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.protocol.v1.OnFinish;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Subscription;
import dev.atf.testtime.TestTimeouts;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rights on both ends of subscriptions, on the real services of one machine. */
@Tag("system")
final class SubscriptionRightsTest {
  private static final String MINE = "mine";

  @TempDir private static Path data;

  private static LocalCluster cluster;
  private static TokenForge forge;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        LocalCluster.start(
            LocalClusterOptions.builder().data(data).issuer(TokenIssuer.of(data)).build());
    forge = new TokenForge(data, InstantSource.system().instant());
    try (var api = api(forge.good("", TokenForge.ALL))) {
      for (var lambda : List.of(MINE, "command")) {
        var unused = api.lambdas().registerLambda(Lambda.newBuilder().setName(lambda).build());
      }
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  @Tag("N6")
  void aSubscriptionNeedsTheRightToReadItsTasksAndToScheduleItsNotices() throws Exception {
    assertThat(reasonOfPut("mine", List.of("read:mine", "schedule:command"))).isEmpty();
    for (var grants :
        List.of(
            List.of("schedule:*", "read:command"),
            List.of("read:mine", "schedule:mine"),
            List.of("read:*"))) {
      assertThat(reasonOfPut("mine", grants)).contains(ErrorReason.ACTION_NOT_ALLOWED);
    }
    assertThat(reasonOfPut("mi*", List.of("read:mine", "schedule:command")))
        .contains(ErrorReason.ACTION_NOT_ALLOWED);
    // Another one's name is taken, and tells no more.
    assertThat(reasonOfPut("command", List.of("read:command", "schedule:command")))
        .contains(ErrorReason.FIELD_INVALID);

    assertThat(shownTo(forge.good("", List.of("read:mine")))).containsExactly("ends");
    assertThat(shownTo(forge.good("", List.of("read:command")))).isEmpty();
    assertThat(shownTo(forge.good("acme", TokenForge.ALL))).isEmpty();
    assertThat(reasonOfDelete(forge.good("acme", TokenForge.ALL)))
        .contains(ErrorReason.SUBSCRIPTION_NOT_FOUND);
    assertThat(reasonOfDelete(forge.good("", List.of("read:mine", "schedule:mine"))))
        .contains(ErrorReason.ACTION_NOT_ALLOWED);
    assertThat(reasonOfDelete(forge.good("", List.of("read:mine", "schedule:command")))).isEmpty();
  }

  @Test
  void aTaskMayNotAskForANoticeThatItsCallerMayNotSchedule() throws Exception {
    var request =
        ScheduleRequest.newBuilder()
            .setLambda(MINE)
            .setOnFinish(
                OnFinish.newBuilder().setTo(NoticeTarget.newBuilder().setLambda("command")))
            .build();
    try (var api = api(forge.good("", List.of("schedule:mine")))) {
      assertThat(reasonOf(() -> api.tasks().schedule(request)))
          .contains(ErrorReason.ACTION_NOT_ALLOWED);
    }
    try (var api = api(forge.good("", List.of("schedule:*")))) {
      assertThat(reasonOf(() -> api.tasks().schedule(request))).isEmpty();
    }
  }

  private static Optional<ErrorReason> reasonOfPut(String lambda, List<String> grants)
      throws Exception {
    var request =
        Subscription.newBuilder()
            .setName("ends")
            .setLambda(lambda)
            .setTo(NoticeTarget.newBuilder().setLambda("command"))
            .build();
    try (var api = api(forge.good("", grants))) {
      return reasonOf(() -> api.subscriptions().putSubscription(request));
    }
  }

  private static Optional<ErrorReason> reasonOfDelete(String token) throws Exception {
    var request = DeleteSubscriptionRequest.newBuilder().setName("ends").build();
    try (var api = api(token)) {
      return reasonOf(() -> api.subscriptions().deleteSubscription(request));
    }
  }

  private static List<String> shownTo(String token) throws Exception {
    try (var api = api(token)) {
      return api
          .subscriptions()
          .listSubscriptions(ListSubscriptionsRequest.getDefaultInstance())
          .getSubscriptionsList()
          .stream()
          .map(Subscription::getName)
          .toList();
    }
  }

  private static Optional<ErrorReason> reasonOf(Runnable call) {
    try {
      call.run();
      return Optional.empty();
    } catch (StatusRuntimeException e) {
      return RpcErrors.reasonOf(e);
    }
  }

  private static ApiConnection api(String token) {
    return ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL, Optional.of(token));
  }
}
