package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProgressLine;
import dev.atf.lab.bench.idle.IdleCluster;
import dev.atf.lab.bench.idle.IdleCost;
import dev.atf.lab.bench.idle.IdleMeasurement;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf bench idle-cost}: the cost on AWS of a cluster without tasks. */
@Command(
    name = "idle-cost",
    description = {
      "How many requests does a cluster without tasks make, and what would AWS ask for them?",
      "Computed from the intervals of the code; with --measure also counted on DynamoDB Local and"
          + " ElasticMQ, with one of each service."
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

  @Option(
      names = "--measure",
      paramLabel = "D",
      description = {
        "Start a system of this size, and count its requests for so long (with at most 50 lambdas",
        "and 10 hosts)."
      })
  private @Nullable Duration measure;

  @Mixin private BenchOptions common;
  @Mixin private Bounds bounds;

  @Override
  public Integer call() throws JsonProcessingException {
    bounds.require("--lambdas", lambdas, 1, 100_000);
    bounds.require("--hosts", hosts, 0, 10_000);
    bounds.require("--services", services, 1, 100);
    if (measure != null) {
      bounds.require("--lambdas with --measure", lambdas, 1, 50);
      bounds.require("--hosts with --measure", hosts, 1, 10);
      bounds.require("--measure (seconds)", measure.toSeconds(), 10, 3_600);
      var measured = IdleMeasurement.of(lambdas, hosts, measure, new ProgressLine(System.err));
      common.print(measured, measured::print);
      return 0;
    }
    int priorities = LambdaDefinition.PRIORITIES_DEFAULT.size();
    var cost = IdleCost.of(new IdleCluster(lambdas, priorities, hosts, services));
    common.print(cost, cost::print);
    return 0;
  }
}
