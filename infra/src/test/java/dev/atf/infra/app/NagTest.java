package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.infra.NeedsNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.sqs.Queue;

/** cdk-nag (AwsSolutions) finds nothing that nobody gave a reason for. */
@NeedsNode
final class NagTest {
  @Test
  void nothingIsFoundInAProductionCluster() {
    assertThat(Synthesis.production().stacks().stream().flatMap(NagTest::findings)).isEmpty();
  }

  @Test
  void nothingIsFoundInASmallCluster() {
    assertThat(Synthesis.small().stacks().stream().flatMap(NagTest::findings)).isEmpty();
  }

  @Test
  void aPlantedQueueWithoutTlsIsFound() {
    var stack = new Stack(ClusterApp.create(), "planted");
    new Queue(stack, "Open");

    assertThat(findings(stack)).anyMatch(finding -> finding.contains("AwsSolutions-SQS4"));
  }

  private static Stream<String> findings(Stack stack) {
    var annotations = Annotations.fromStack(stack);
    var any = Match.stringLikeRegexp("AwsSolutions-.*");
    return Stream.of(annotations.findError("*", any), annotations.findWarning("*", any))
        .flatMap(List::stream)
        .map(found -> found.getId() + ": " + found.getEntry().getData());
  }
}
