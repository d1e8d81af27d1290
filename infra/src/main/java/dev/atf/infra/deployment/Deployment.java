package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.util.HashSet;
import java.util.List;

/**
 * Section {@code aws} of a cluster's file: how a team deploys its cluster.
 *
 * @param keepData whether tables and queues refuse to be deleted with their stack
 * @param owner tag {@code atf:owner} of all resources that lambdas share
 * @param blobsKeyArn key of the bucket of {@code blobs}, if it has one of its own (SSE-KMS)
 * @param queues part that creates the queues of lambdas
 * @param store capacity of the tables of tasks
 * @param network network in which the cluster runs
 * @param api access of callers
 * @param hscEntrance access of workers to the HSC
 * @param images images of the components
 * @param architecture architecture of the tasks on Fargate; machines of {@code workers} have that
 *     of their type
 * @param frontend size and number of the frontends
 * @param storeConsumer size and number of the store consumers
 * @param hsc size and number of the HSCs
 * @param logs retention of logs
 * @param alarms limits of the alarms, and their topic
 * @param workers worker clusters; a lambda that none of them serves needs workers that its owner
 *     deploys elsewhere
 */
public record Deployment(
    boolean keepData,
    String owner,
    String blobsKeyArn,
    QueueOrigin queues,
    StoreSection store,
    NetworkSection network,
    ApiSection api,
    HscEntranceSection hscEntrance,
    ImagesSection images,
    Architecture architecture,
    ServiceSection frontend,
    ServiceSection storeConsumer,
    ServiceSection hsc,
    LogsSection logs,
    AlarmsSection alarms,
    List<WorkersSection> workers) {

  static final String TAG_EXPECTED = "1-256 letters, digits, spaces and . : / = + @ _ -";

  /** Returns whether AWS accepts the text as the value of a tag on every kind of resource. */
  public static boolean isTag(String text) {
    return text.matches("[A-Za-z0-9 .:/=+@_-]{1,256}");
  }

  public Deployment {
    workers = List.copyOf(workers);
    var checks =
        new SettingChecks()
            .that(isTag(owner), "owner", owner, TAG_EXPECTED)
            .that(
                blobsKeyArn.isEmpty() || blobsKeyArn.matches("arn:[^:]+:kms:.*:key/.+"),
                "blobsKeyArn",
                blobsKeyArn,
                "the ARN of a key of KMS");
    var names = new HashSet<String>();
    for (var one : workers) {
      checks.that(names.add(one.name()), "workers.name", one.name(), "another name for each");
    }
    checks.end();
  }
}
