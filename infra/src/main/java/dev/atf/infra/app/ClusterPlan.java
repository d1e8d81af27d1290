package dev.atf.infra.app;

import dev.atf.clusterfile.ClusterFile;
import dev.atf.clusterfile.ServiceName;
import dev.atf.infra.access.BlobBucket;
import dev.atf.infra.constructs.service.ComponentSettings;
import dev.atf.infra.constructs.service.ComponentTask;
import dev.atf.infra.constructs.service.WorkerRole;
import dev.atf.infra.deployment.Deployment;
import dev.atf.infra.deployment.DeploymentReader;
import dev.atf.infra.deployment.QueueOrigin;
import dev.atf.infra.deployment.WorkersSection;
import dev.atf.model.lambda.Capability;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.queue.QueueName;
import dev.atf.queue.sqs.SqsQueueNames;
import dev.atf.runtime.config.ConfigException;
import dev.atf.store.dynamodb.TableNames;
import dev.atf.store.dynamodb.TableSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Content of one file: the cluster as the services read it, and its deployment. */
public record ClusterPlan(ClusterFile file, Deployment deployment) {
  /**
   * Maximum number of queues in a template. A CloudFormation stack has at most 500 resources. A
   * queue with its policy needs two; tables, their scaling and the key need up to 60.
   */
  private static final int QUEUES_OF_TEMPLATE_MAX = 200;

  /**
   * Reads a file.
   *
   * @throws ConfigException with the errors of the file
   */
  public static ClusterPlan read(Path path) {
    var file = ClusterFile.read(path);
    var plan = new ClusterPlan(file, DeploymentReader.read(file.aws()));
    plan.check();
    return plan;
  }

  String cluster() {
    return file.cluster();
  }

  ComponentSettings components() {
    return new ComponentSettings(cluster());
  }

  List<TableSchema> tables() {
    return TableSchema.of(TableNames.withPrefix(components().tablePrefix()));
  }

  private List<String> lambdas() {
    return file.lambdas().stream().map(lambda -> lambda.name().value()).toList();
  }

  /** Returns the names of each lambda's queues in SQS, highest priority first. */
  Map<String, List<String>> queues() {
    var names = new SqsQueueNames(components().queuePrefix());
    var queues = new LinkedHashMap<String, List<String>>();
    for (LambdaDefinition lambda : file.lambdas()) {
      queues.put(
          lambda.name().value(),
          lambda.priorities().stream()
              .map(priority -> names.of(new QueueName(lambda.name(), priority)))
              .toList());
    }
    return queues;
  }

  /** Returns the capabilities that each lambda needs. */
  Map<String, List<String>> needs() {
    var needs = new LinkedHashMap<String, List<String>>();
    for (LambdaDefinition lambda : file.lambdas()) {
      needs.put(lambda.name().value(), lambda.needs().stream().map(Capability::value).toList());
    }
    return needs;
  }

  /** Returns whether registrations create queues. */
  boolean queuesAreRegistered() {
    return deployment.queues() == QueueOrigin.REGISTRATION;
  }

  /** Returns the names of the queues of each lambda that a template creates. */
  Map<String, List<String>> queuesOfTemplate() {
    return queuesAreRegistered() ? Map.of() : queues();
  }

  /** Returns the owner of a worker cluster, as the tag of its stack. */
  String ownerOf(WorkersSection workers) {
    if (!workers.owner().isEmpty()) {
      return workers.owner();
    }
    var owners =
        file.lambdas().stream()
            .filter(lambda -> workers.processes().containsKey(lambda.name().value()))
            .map(LambdaDefinition::owner)
            .distinct()
            .toList();
    return owners.size() == 1 && Deployment.isTag(owners.get(0)) ? owners.get(0) : workers.name();
  }

  private void check() {
    var problems = new ArrayList<String>();
    int queues = queuesOfTemplate().values().stream().mapToInt(List::size).sum();
    if (queues > QUEUES_OF_TEMPLATE_MAX) {
      problems.add(
          "aws.queues: TEMPLATE with %d queues (expected: at most %d; REGISTRATION has no bound)"
              .formatted(queues, QUEUES_OF_TEMPLATE_MAX));
    }
    for (var workers : deployment.workers()) {
      for (var lambda : workers.processes().keySet()) {
        if (!lambdas().contains(lambda)) {
          problems.add(
              "aws.workers: %s: %s (expected: one of lambdas: %s)"
                  .formatted(workers.name(), lambda, lambdas()));
        }
      }
      if (cluster().length() + workers.name().length() > WorkerRole.NAMES_CHARS_MAX) {
        problems.add(
            "aws.workers: %s: %d characters with the cluster's name (expected: at most %d, for the"
                    .formatted(
                        workers.name(),
                        cluster().length() + workers.name().length(),
                        WorkerRole.NAMES_CHARS_MAX)
                + " name of a role)");
      }
      if (workers.processes().isEmpty()) {
        problems.add(
            "aws.workers: %s: no processes (expected: executors for a lambda at least)"
                .formatted(workers.name()));
      }
    }
    checkDirectories(problems);
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }

  /** Finds directories that containers cannot write to, or do not share. */
  private void checkDirectories(List<String> problems) {
    for (var service : List.of(ServiceName.FRONTEND, ServiceName.HSC)) {
      var blobs = file.environment(service).getOrDefault("ATF_BLOBS", "");
      if (!blobs.isEmpty() && BlobBucket.of(blobs).isEmpty()) {
        problems.add(
            ("settings.%s.blobs: %s"
                    + " (expected: s3://bucket/prefix; containers cannot share a directory)")
                .formatted(service.key(), blobs));
      }
    }
    var staging = file.environment(ServiceName.EXECUTOR).getOrDefault("ATF_STAGING_DIRECTORY", "");
    if (!staging.isEmpty() && !Path.of(staging).normalize().startsWith(ComponentTask.SCRATCH)) {
      problems.add(
          "settings.executor.staging.directory: %s (expected: a directory in %s; no other is writable)"
              .formatted(staging, ComponentTask.SCRATCH));
    }
  }
}
