package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.store.RunningPermits.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quota that the lambdas of one tenant share, without an effect on other tenants. */
final class TenantQuotaTest {
  @TempDir private Path directory;
  private Path policy;
  private TestFrontend frontend;

  @BeforeEach
  void start() throws IOException {
    policy = directory.resolve("policy.yaml");
    Files.writeString(policy, "tenants: {acme: {lambdasMax: 3, scheduleRate: 4}}");
    frontend = new TestFrontend(true, Duration.ofMillis(10), policy.toString());
    for (var lambda : new String[] {"acme--a", "acme--b", "beta--a", "ours"}) {
      frontend.put("/v1/lambdas/" + lambda, "{}").requireOk();
    }
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  @Tag("T19")
  void theLambdasOfATenantShareItsRate() {
    assertThat(schedule("acme--a").status()).isEqualTo(200);
    assertThat(schedule("acme--b").status()).isEqualTo(200);
    assertThat(schedule("acme--a").status()).isEqualTo(200);
    assertThat(schedule("acme--b").status()).isEqualTo(200);

    var refused = schedule("acme--a");
    var another = schedule("acme--b");
    frontend.clock.advance(Duration.ofMillis(250));
    var inTime = schedule("acme--b");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.reason()).isEqualTo("QUOTA_EXCEEDED");
    assertThat(refused.body())
        .contains("the tenant of lambda acme--a takes 4.0 tasks a second")
        .contains("\"retryDelay\":\"0.250s\"");
    assertThat(another.reason()).isEqualTo("QUOTA_EXCEEDED");
    assertThat(inTime.status()).isEqualTo(200);
    assertThat(schedule("acme--a").status()).isEqualTo(429);
  }

  @Test
  @Tag("T19")
  void doesNotLimitOtherTenants() {
    for (int i = 0; i < 5; i++) {
      schedule("acme--a");
    }

    for (int i = 0; i < 20; i++) {
      schedule("beta--a").requireOk();
      schedule("ours").requireOk();
    }
    assertThat(schedule("acme--a").status()).isEqualTo(429);
  }

  @Test
  void tenantRefusalCostsNoLambdaQuota() {
    frontend.put("/v1/lambdas/acme--b", "{\"scheduleRate\":2}").requireOk();
    for (int i = 0; i < 4; i++) {
      schedule("acme--a").requireOk();
    }
    for (int i = 0; i < 10; i++) {
      assertThat(schedule("acme--b").body()).contains("the tenant of lambda acme--b");
    }

    frontend.clock.advance(Duration.ofMillis(500));

    assertThat(schedule("acme--b").status()).isEqualTo(200);
    assertThat(schedule("acme--b").status()).isEqualTo(200);
  }

  @Test
  void lambdaRefusalCostsNoTenantQuota() {
    frontend.put("/v1/lambdas/acme--b", "{\"scheduleRate\":1}").requireOk();
    schedule("acme--b").requireOk();
    for (int i = 0; i < 10; i++) {
      assertThat(schedule("acme--b").body()).contains("lambda acme--b takes 1.0 tasks a second");
    }

    for (int i = 0; i < 3; i++) {
      schedule("acme--a").requireOk();
    }
    assertThat(schedule("acme--a").status()).isEqualTo(429);
  }

  @Test
  @Tag("T19")
  void aTenantLeavesSubscriptionsForOthers() {
    int acme =
        puts(i -> frontend.put("/v1/subscriptions/acme--s" + i, subscription("acme--x" + i)));
    int beta =
        puts(i -> frontend.put("/v1/subscriptions/beta--s" + i, subscription("beta--x" + i)));

    assertThat(acme).isEqualTo(100);
    assertThat(beta).isEqualTo(50);
    var refused = frontend.put("/v1/subscriptions/beta--more", subscription("beta--more"));
    assertThat(refused.reason()).isEqualTo("TENANT_FULL");
    assertThat(refused.body())
        .contains("the tenant beta has 50 subscriptions (expected: at most half of what other");
    frontend.put("/v1/subscriptions/ours", subscription("ours")).requireOk();
    frontend.put("/v1/subscriptions/beta--s1", subscription("beta--y")).requireOk();
  }

  @Test
  @Tag("T19")
  void aTenantLeavesRoutesForOthers() {
    int acme = puts(i -> frontend.put("/v1/routes/acme--r" + i, "{\"default\":\"acme--a\"}"));

    assertThat(acme).isEqualTo(100);
    frontend.put("/v1/routes/beta--r", "{\"default\":\"beta--a\"}").requireOk();
    frontend.put("/v1/routes/our-r", "{\"default\":\"ours\"}").requireOk();
    assertThat(frontend.put("/v1/routes/acme--more", "{\"default\":\"acme--a\"}").reason())
        .isEqualTo("TENANT_FULL");
  }

  @Test
  @Tag("T19")
  void aTenantLeavesLambdasForOthers() {
    int beta = puts(i -> frontend.put("/v1/lambdas/beta--x" + i, "{}"));

    // Of the 200 lambdas, there were 3 of others and 1 of its own.
    assertThat(beta).isEqualTo(98);
    var refused = frontend.put("/v1/lambdas/beta--more", "{}");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.reason()).isEqualTo("TENANT_FULL");
    assertThat(refused.body()).contains("the tenant beta has 99 lambdas (expected: at most half");
    frontend.put("/v1/lambdas/gamma--a", "{}").requireOk();
    frontend.put("/v1/lambdas/ours-too", "{}").requireOk();
    frontend.put("/v1/lambdas/beta--x1", "{\"description\":\"changed\"}").requireOk();
  }

  @Test
  @Tag("T19")
  void aTenantLeavesGatesForOthers() {
    int most = 2_500;
    for (int i = 0; i < most; i++) {
      frontend.gates.put(gate("beta--x" + i / 100, "c" + i));
    }

    var refused = pause("beta--a", "one-more");
    assertThat(refused.reason()).isEqualTo("TENANT_FULL");
    assertThat(refused.body())
        .contains("the tenant beta has 2500 gates of collections (expected: at most half");
    frontend.gates.put(gate("beta--a", "known"));
    pause("beta--a", "known").requireOk();
    frontend.post("/v1/lambdas/beta--a:setGate", "{\"state\":\"PAUSED\"}").requireOk();
    pause("acme--a", "one").requireOk();
    pause("ours", "one").requireOk();
  }

  private Answer pause(String lambda, String collection) {
    return frontend.post(
        "/v1/lambdas/" + lambda + ":setGate",
        "{\"state\":\"PAUSED\",\"collection\":\"%s\"}".formatted(collection));
  }

  private static Gate gate(String lambda, String collection) {
    return new Gate(
        new LambdaName(lambda),
        new CollectionName(collection),
        GateState.OPEN,
        null,
        "",
        "",
        Instant.EPOCH);
  }

  @Test
  void aQuotaOfSubscriptionsAndRoutesReplacesTheShare() throws IOException {
    Files.writeString(policy, "tenants: {acme: {subscriptionsMax: 1, routesMax: 120}}");
    await().until(() -> frontend.put("/v1/lambdas/acme--more", "{}").status() == 200);
    await().until(() -> frontend.put("/v1/lambdas/acme--most", "{}").status() == 200);

    assertThat(
            puts(i -> frontend.put("/v1/subscriptions/acme--s" + i, subscription("acme--x" + i))))
        .isEqualTo(1);
    assertThat(puts(i -> frontend.put("/v1/routes/acme--r" + i, "{\"default\":\"acme--a\"}")))
        .isEqualTo(120);
  }

  /** Returns how many puts succeed before one is refused. */
  private static int puts(IntFunction<Answer> put) {
    int done = 0;
    while (done < 200 && put.apply(done).status() == 200) {
      done++;
    }
    return done;
  }

  private static String subscription(String lambda) {
    return "{\"lambda\":\"%s\",\"to\":{\"lambda\":\"%s\"}}"
        .formatted(lambda, lambda.startsWith("acme--") ? "acme--b" : "beta--a");
  }

  @Test
  @Tag("T19")
  void aTenantHasAsManyLambdasAsItMayAndOthersHaveTheirs() {
    frontend.put("/v1/lambdas/acme--c", "{}").requireOk();

    var tooMany = frontend.put("/v1/lambdas/acme--d", "{}");
    var changed = frontend.put("/v1/lambdas/acme--c", "{\"description\":\"changed\"}");
    var ofAnother = frontend.put("/v1/lambdas/beta--d", "{}");

    assertThat(tooMany.reason()).isEqualTo("TENANT_FULL");
    assertThat(tooMany.body()).contains("the tenant acme has 3 lambdas");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(ofAnother.status()).isEqualTo(200);
  }

  @Test
  void aChangedQuotaIsInForceWithoutARestart() throws IOException {
    Files.writeString(policy, "tenants: {beta: {scheduleRate: 1}}");

    await()
        .untilAsserted(
            () -> {
              frontend.clock.advance(Duration.ofSeconds(1));
              schedule("beta--a");
              assertThat(schedule("beta--a").reason()).isEqualTo("QUOTA_EXCEEDED");
            });
    for (int i = 0; i < 10; i++) {
      schedule("acme--a").requireOk();
    }
  }

  @Test
  @Tag("T19")
  void theLambdasOfATenantHaveNoMoreUnfinishedTasksThanItsQuota() throws IOException {
    restartWith("tenants: {acme: {pendingMax: 3}}");
    schedule("acme--a").requireOk();
    schedule("acme--b").requireOk();
    var last = schedule("acme--a");

    var refused = schedule("acme--b");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.reason()).isEqualTo("TENANT_PENDING_QUOTA");
    assertThat(refused.body())
        .contains(
            "tenant: acme has about 3 unfinished tasks"
                + " (expected: fewer than 3, its quota pendingMax)")
        .contains("\"retryDelay\":\"1s\"");
    assertThat(frontend.metric("atf_frontend_quota_pending_refused_total")).isEqualTo(1);
    schedule("beta--a").requireOk();
    frontend.post("/v1/tasks/" + last.json().get("taskId").asText() + ":cancel", "{}").requireOk();
    assertThat(schedule("acme--b").reason()).isEqualTo("TENANT_PENDING_QUOTA");
    frontend.clock.advance(Duration.ofSeconds(1));
    schedule("acme--b").requireOk();
    assertThat(schedule("acme--b").reason()).isEqualTo("TENANT_PENDING_QUOTA");
  }

  @Test
  void aRepetitionFindsItsTaskThoughTheTenantIsFullAndTakesNoPlace() throws IOException {
    restartWith("tenants: {acme: {pendingMax: 2}}");
    var first = scheduleWithKey("acme--a", "k1");
    for (int i = 0; i < 5; i++) {
      assertThat(scheduleWithKey("acme--a", "k1").json().get("taskId"))
          .isEqualTo(first.json().get("taskId"));
    }
    schedule("acme--b").requireOk();

    var again = scheduleWithKey("acme--a", "k1");
    var another = scheduleWithKey("acme--a", "k2");

    assertThat(again.json().get("taskId")).isEqualTo(first.json().get("taskId"));
    assertThat(another.reason()).isEqualTo("TENANT_PENDING_QUOTA");
  }

  @Test
  void eachTaskOfABatchIsRefusedByItself() throws IOException {
    restartWith("tenants: {acme: {pendingMax: 2}}");

    var batch = frontend.post("/v1/lambdas/acme--a/tasks:batch", "{\"tasks\":[{},{},{}]}").json();

    assertThat(batch.get("results")).hasSize(3);
    assertThat(batch.get("results").get(1).has("error")).isFalse();
    assertThat(batch.get("results").get(2).get("error").toString())
        .contains("TENANT_PENDING_QUOTA");
  }

  @Test
  void aRefusedTaskCostsNoTokens() throws IOException {
    restartWith("tenants: {acme: {pendingMax: 1, scheduleRate: 2}}");
    schedule("acme--a").requireOk();

    for (int i = 0; i < 10; i++) {
      assertThat(schedule("acme--a").reason()).isEqualTo("TENANT_PENDING_QUOTA");
    }
  }

  @Test
  void aPendingQuotaThatIsTakenAwayHoldsNobodyBack() throws IOException {
    restartWith("tenants: {acme: {pendingMax: 1}}");
    schedule("acme--a").requireOk();
    assertThat(schedule("acme--a").reason()).isEqualTo("TENANT_PENDING_QUOTA");

    Files.writeString(policy, "tenants: {}");

    await().untilAsserted(() -> schedule("acme--a").requireOk());
  }

  @Test
  void nobodyIsHeldBackWhileTasksCannotBeCounted() throws IOException {
    restartWith("tenants: {acme: {pendingMax: 1}}");
    frontend.gateLine.failReads(true);

    schedule("acme--a").requireOk();
    schedule("acme--a").requireOk();

    frontend.gateLine.failReads(false);
    frontend.clock.advance(Duration.ofSeconds(1));
    assertThat(schedule("acme--a").reason()).isEqualTo("TENANT_PENDING_QUOTA");
  }

  @Test
  void twoFrontendsShareWhatIsFree() throws IOException {
    restartWith("tenants: {acme: {pendingMax: 8}}");
    var now = frontend.clock.instant();
    frontend.members.beat("frontend", "other", "", now, now);
    // A lambda's rate shows when the loop has seen the other frontend.
    frontend.put("/v1/lambdas/ours", "{\"scheduleRate\":10}").requireOk();
    await()
        .until(
            () -> {
              frontend.clock.advance(Duration.ofSeconds(1));
              return scheduled("ours") == 5;
            });

    assertThat(scheduled("acme--a")).isEqualTo(4);
    frontend.clock.advance(Duration.ofSeconds(1));
    assertThat(scheduled("acme--b")).isEqualTo(2);
    frontend.clock.advance(Duration.ofSeconds(1));
    assertThat(scheduled("acme--a")).isEqualTo(1);
    frontend.clock.advance(Duration.ofSeconds(1));
    assertThat(scheduled("acme--a")).isEqualTo(1);
    frontend.clock.advance(Duration.ofSeconds(1));
    assertThat(scheduled("acme--a")).isZero();
  }

  private int scheduled(String lambda) {
    int taken = 0;
    while (schedule(lambda).status() == 200) {
      taken++;
    }
    return taken;
  }

  @Test
  void explainTellsThatTheTenantIsFull() throws IOException {
    restartWith("tenants: {acme: {runningMax: 1}}");
    var taskId = schedule("acme--a").json().get("taskId").asText();
    var other =
        new Attempt(new TaskRef(new TaskId("f".repeat(32)), 1), new ClaimId("0123456789abcdef"));
    frontend.permits.take(Scope.ofTenant("acme"), other, 1, frontend.clock.instant());

    var explained = frontend.get("/v1/tasks/" + taskId + ":explain");

    assertThat(explained.body())
        .contains("TENANT_FULL", "tenant acme runs 1 of at most 1 task (runningMax)");
  }

  private void restartWith(String text) throws IOException {
    stop();
    Files.writeString(policy, text);
    frontend = new TestFrontend(true, Duration.ofMillis(10), policy.toString());
    for (var lambda : new String[] {"acme--a", "acme--b", "beta--a"}) {
      frontend.registered(lambda);
    }
  }

  private Answer scheduleWithKey(String lambda, String key) {
    return frontend.post(
        "/v1/lambdas/" + lambda + "/tasks", "{\"idempotencyKey\":\"" + key + "\"}");
  }

  private Answer schedule(String lambda) {
    return frontend.post("/v1/lambdas/" + lambda + "/tasks", "{}");
  }
}
