package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.atf.cli.output.Bounds;
import dev.atf.lab.bench.IdleCost;
import dev.atf.model.lambda.LambdaDefinition;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf bench idle-cost}: the cost on AWS of a cluster without tasks. */
@Command(
    name = "idle-cost",
    description = {
      "How many requests does a cluster without tasks make, and what would AWS ask for them?",
      "Computed from the intervals of the code."
    })
final class BenchIdleCostCommand implements Callable<Integer> {
  @Option(
      names = "--lambdas",
      paramLabel = "N",
      defaultValue = "100",
      description = "Lambdas of three priorities (default: ${DEFAULT-VALUE}).")
  private int lambdas;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      defaultValue = "20",
      description = "Worker hosts with executors of all lambdas (default: ${DEFAULT-VALUE}).")
  private int hosts;

  @Option(
      names = "--services",
      paramLabel = "N",
      defaultValue = "3",
      description = "Frontends, HSCs and store consumers, each (default: ${DEFAULT-VALUE}).")
  private int services;

  @Mixin private BenchOptions common;
  @Mixin private Bounds bounds;

  @Override
  public Integer call() throws JsonProcessingException {
    bounds.require("--lambdas", lambdas, 1, 100_000);
    bounds.require("--hosts", hosts, 0, 10_000);
    bounds.require("--services", services, 1, 100);
    int priorities = LambdaDefinition.PRIORITIES_DEFAULT.size();
    var cost = IdleCost.of(new IdleCost.Cluster(lambdas, priorities, hosts, services));
    common.print(cost, cost::print);
    return 0;
  }
}
