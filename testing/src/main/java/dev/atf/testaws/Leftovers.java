package dev.atf.testaws;

import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Removes the tables, queues and buckets of one run, by its prefix. */
final class Leftovers {
  private Leftovers() {}

  static void remove(AwsSite site) {
    var region = Region.of(site.region());
    try (var tables = DynamoDbClient.builder().region(region).build();
        var queues = SqsClient.builder().region(region).build();
        var buckets = S3Client.builder().region(region).build()) {
      removeTables(tables, site.prefix());
      removeQueues(queues, site.prefix());
      removeBuckets(buckets, site.prefix());
    }
  }

  private static void removeTables(DynamoDbClient client, String prefix) {
    client.listTablesPaginator().tableNames().stream()
        .filter(name -> name.startsWith(prefix))
        .forEach(
            name -> {
              try {
                client.deleteTable(table -> table.tableName(name));
              } catch (RuntimeException e) {
                complain("table", name, e);
              }
            });
  }

  private static void removeQueues(SqsClient client, String prefix) {
    client.listQueuesPaginator(r -> r.queueNamePrefix(prefix)).queueUrls().stream()
        .toList()
        .forEach(
            url -> {
              try {
                client.deleteQueue(queue -> queue.queueUrl(url));
              } catch (RuntimeException e) {
                complain("queue", url, e);
              }
            });
  }

  private static void removeBuckets(S3Client client, String prefix) {
    client.listBuckets().buckets().stream()
        .map(bucket -> bucket.name())
        .filter(name -> name.startsWith(prefix))
        .forEach(
            name -> {
              try {
                client.listObjectsV2Paginator(list -> list.bucket(name)).contents().stream()
                    .forEach(
                        object ->
                            client.deleteObject(delete -> delete.bucket(name).key(object.key())));
                client.deleteBucket(bucket -> bucket.bucket(name));
              } catch (RuntimeException e) {
                complain("bucket", name, e);
              }
            });
  }

  /**
   * Prints what was not removed, so that somebody can remove it by hand. The remaining resources
   * are still removed.
   */
  private static void complain(String kind, String name, RuntimeException e) {
    System.err.printf("tests: %s %s was NOT removed: %s%n", kind, name, e.getMessage());
  }
}
