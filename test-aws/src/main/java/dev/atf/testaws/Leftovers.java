package dev.atf.testaws;

import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Removes the tables and queues of one run, by its prefix. */
final class Leftovers {
  private Leftovers() {}

  static void remove(AwsSite site) {
    var region = Region.of(site.region());
    try (var tables = DynamoDbClient.builder().region(region).build();
        var queues = SqsClient.builder().region(region).build()) {
      removeTables(tables, site.prefix());
      removeQueues(queues, site.prefix());
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

  /** Prints what was not removed, for removal by hand; the others must still be removed. */
  private static void complain(String kind, String name, RuntimeException e) {
    System.err.printf("tests: %s %s was NOT removed: %s%n", kind, name, e.getMessage());
  }
}
