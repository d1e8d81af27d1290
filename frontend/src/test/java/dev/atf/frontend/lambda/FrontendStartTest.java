package dev.atf.frontend.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.TestFrontend;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.Lambda;
import dev.atf.queue.QueueName;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Starts a process that runs other services besides the frontend, while clients already call it.
 */
final class FrontendStartTest {
  private static final LambdaName MAIL = new LambdaName("mail");
  private static final Lambda BUILT_IN = Lambda.newBuilder().setName("mail").build();

  private final TestFrontend frontend = new TestFrontend();

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void writesNoDefinitionThatIsThere() {
    frontend.put("/v1/lambdas/mail", "{\"retry\":{\"maxAttempts\":2}}").requireOk();
    var changed = frontend.lambdas.find(MAIL);

    frontend.start().createQueues();
    frontend.start().registerIfAbsent(BUILT_IN);

    assertThat(frontend.lambdas.find(MAIL)).isEqualTo(changed);
  }

  @Test
  void leavesAClosedLambdaClosed() {
    frontend.put("/v1/lambdas/mail", "{}").requireOk();
    var unused = frontend.delete("/v1/lambdas/mail");
    assertThat(frontend.lambdas.find(MAIL).orElseThrow().closedAt()).isNotNull();

    frontend.start().registerIfAbsent(BUILT_IN);

    assertThat(frontend.lambdas.find(MAIL).orElseThrow().closedAt()).isNotNull();
  }

  /** Only a process that has started can delete the route. */
  @Test
  void startsAlthoughARouteHasTheNameOfALambda() {
    frontend.put("/v1/lambdas/other", "{}").requireOk();
    frontend.put("/v1/routes/mail", "{\"default\":\"other\"}").requireOk();

    frontend.start().registerIfAbsent(BUILT_IN);

    assertThat(frontend.lambdas.find(MAIL)).isEmpty();
    frontend.get("/v1/routes/mail").requireOk();
  }

  @Test
  void registersWhatIsMissing() {
    frontend.start().registerIfAbsent(BUILT_IN);

    assertThat(frontend.lambdas.find(MAIL)).isPresent();
    assertThat(frontend.queue.exists(new QueueName(MAIL, new Priority("normal")))).isTrue();
  }

  @Test
  void createsTheQueuesOfAllLambdas() {
    frontend.lambdas.put(
        LambdaDefinition.withDefaults(MAIL, frontend.clock.instant()), Optional.empty());
    var queue = new QueueName(MAIL, new Priority("normal"));
    assertThat(frontend.queue.exists(queue)).isFalse();

    frontend.start().createQueues();

    assertThat(frontend.queue.exists(queue)).isTrue();
  }

  @Test
  void theHealthCheckFailsUntilItIsOver() {
    frontend.start().begin();
    assertThat(frontend.get("/health").status()).isEqualTo(503);

    frontend.start().end();

    assertThat(frontend.get("/health").status()).isEqualTo(200);
  }
}
