package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quota that the lambdas of one tenant share, without effect on the others. */
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

  private Answer schedule(String lambda) {
    return frontend.post("/v1/lambdas/" + lambda + "/tasks", "{}");
  }
}
