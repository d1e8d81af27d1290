package dev.atf.infra.app;

import dev.atf.infra.Golden;
import dev.atf.infra.NeedsNode;
import org.junit.jupiter.api.Test;

/** Tests that templates change only on purpose. */
@NeedsNode
final class SnapshotTest {
  @Test
  void theTemplatesOfAProductionCluster() {
    Synthesis.production()
        .templates()
        .forEach((stack, template) -> Golden.assertSame("production/" + stack + ".json", template));
  }

  @Test
  void theTemplatesOfASmallCluster() {
    Synthesis.small()
        .templates()
        .forEach((stack, template) -> Golden.assertSame("small/" + stack + ".json", template));
  }
}
