package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.infra.NeedsNode;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.sqs.Queue;

/** Tests that cdk-nag (AwsSolutions) has no finding without a reason. */
@NeedsNode
final class CdkNagTest {
  @Test
  void nothingIsFoundInAProductionCluster() {
    assertThatCode(() -> Synthesis.production().stacks().forEach(CdkNagTest::requireClean))
        .doesNotThrowAnyException();
  }

  @Test
  void nothingIsFoundInASmallCluster() {
    assertThatCode(() -> Synthesis.small().stacks().forEach(CdkNagTest::requireClean))
        .doesNotThrowAnyException();
  }

  @Test
  void aPlantedQueueWithoutTlsIsFound() {
    var stack = new Stack(ClusterApp.create(), "planted");
    new Queue(stack, "Open");

    assertThatThrownBy(() -> requireClean(stack)).hasMessageContaining("AwsSolutions-SQS4");
  }

  private static void requireClean(Stack stack) {
    var annotations = Annotations.fromStack(stack);
    // Its failures to look (CdkNagValidationFailure) name the rule in their text.
    var any = Match.stringLikeRegexp(".*AwsSolutions-.*");
    annotations.hasNoError("*", any);
    annotations.hasNoWarning("*", any);
  }
}
