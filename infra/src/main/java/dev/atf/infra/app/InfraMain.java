package dev.atf.infra.app;

import dev.atf.runtime.config.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Main class of the CDK app, which {@code cdk synth -c config=FILE} runs. */
public final class InfraMain {
  private InfraMain() {}

  public static void main(String[] args) {
    System.exit(run());
  }

  private static int run() {
    var app = ClusterApp.create();
    if (!(app.getNode().tryGetContext("config") instanceof String config)) {
      System.err.println("infra: which cluster? -c config=FILE (such as examples/cluster.yaml)");
      return 2;
    }
    try {
      var plan = ClusterPlan.read(Path.of(config));
      ClusterApp.stacks(app, plan);
      Stream.of(TemplateQuotas.check(app.synth()), AccountQuotas.warnings(plan))
          .flatMap(List::stream)
          .forEach(warning -> System.err.println("infra: warning: " + warning));
      return 0;
    } catch (ConfigException e) {
      System.err.println("infra: " + e.getMessage());
      return 1;
    }
  }
}
