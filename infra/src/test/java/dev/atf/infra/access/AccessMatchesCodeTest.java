package dev.atf.infra.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.infra.LivingCluster;
import dev.atf.infra.Scraped;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that the policies grant exactly what the code needs: the services count their own calls, by
 * operation and table, and the two are compared.
 */
@Tag("system")
@ExtendWith(LivingCluster.Shared.class)
final class AccessMatchesCodeTest {
  /**
   * Operations needed only where tables and queues are not deployed: the tests' cluster makes its
   * own.
   */
  private static final Set<String> DEPLOYED =
      Set.of(
          "CreateTable",
          "DescribeTable",
          "DescribeTimeToLive",
          "UpdateTimeToLive",
          "CreateQueue",
          "DeleteQueue");

  /** Suffix of batch operations: IAM knows batches of SQS by the names of their single calls. */
  private static final String BATCH = "Batch$";

  /** Rights that this run through the API does not use, with the reason. */
  private static final Map<String, Set<String>> SELDOM =
      Map.of(
          // At the orderly end of a process, when its counts cannot be read any more.
          // Lambdas and gates: when a lambda is deleted, a minute after it was closed. The URLs of
          // queues: here it has made them itself. The table is described to find its stream, which
          // is not counted apart from what the making of tables describes. Puts of lambdas, and by
          // consumers of plans: of a process of the former version.
          "frontend",
          Set.of(
              "DeleteItem members",
              "DeleteItem lambdas",
              "PutItem lambdas",
              "DeleteItem gates",
              "DescribeTable associations",
              "GetQueueUrl"),
          "store-consumer",
          Set.of("DeleteItem members", "PutItem plans"),
          // A lambda that was registered since it looked last; permits that the dead have left;
          // the count of a large list that a job fans out over.
          "hsc",
          Set.of(
              "DeleteItem members",
              "GetItem lambdas",
              "GetItem permits",
              "BatchGetItem associations"),
          // A message that waited too long in a controller, or while the HSC was unreachable. The
          // depth of queues: while all executors of an elastic lambda are busy.
          "worker",
          Set.of("ChangeMessageVisibility", "GetQueueAttributes"));

  private static LivingCluster cluster;

  @BeforeAll
  static void live(LivingCluster shared) {
    cluster = shared;
  }

  @Test
  void theFrontend() {
    assertSame("frontend", ComponentAccess.FRONTEND);
  }

  @Test
  void theStoreConsumer() {
    assertSame("store-consumer", ComponentAccess.STORE_CONSUMER);
  }

  @Test
  void theHsc() {
    assertSame("hsc", ComponentAccess.HSC);
  }

  @Test
  void theController() {
    assertSame("worker", ComponentAccess.CONTROLLER);
  }

  @Test
  void doesNotGrantWhatTheDesignForbids() {
    assertThat(granted(ComponentAccess.STORE_CONSUMER)).noneMatch(use -> use.endsWith(" entities"));
    assertThat(granted(ComponentAccess.CONTROLLER)).noneMatch(use -> use.contains(" "));
    assertThat(granted(ComponentAccess.EXECUTOR)).isEmpty();
    assertThat(ComponentAccess.HSC.queues()).isEmpty();
  }

  private static void assertSame(String component, ComponentAccess access) {
    var performed = performed(component);
    var granted = granted(access);

    assertThat(granted).as("what the code does is granted").containsAll(performed);
    granted.removeIf(use -> !isToldApart(use));
    granted.removeAll(SELDOM.getOrDefault(component, Set.of()));
    assertThat(performed).as("what is granted is done").containsAll(granted);
  }

  private static Set<String> granted(ComponentAccess access) {
    var all = new TreeSet<String>();
    for (var use : access.tables()) {
      use.operations().forEach(operation -> all.add(operation + " " + use.table()));
    }
    all.addAll(access.queues());
    return all;
  }

  private static Set<String> performed(String component) {
    var all = new TreeSet<String>();
    for (var counted : Scraped.of(cluster.uri(component))) {
      var operation = counted.labels().getOrDefault("operation", "");
      if (counted.value() == 0 || DEPLOYED.contains(operation)) {
        continue;
      }
      if (counted.name().equals("atf_dynamodb_requests_total")) {
        all.add(operation + " " + resource(operation, counted.labels().getOrDefault("table", "")));
      } else if (counted.name().equals("atf_sqs_requests_total")) {
        all.add(operation.replaceFirst(BATCH, ""));
      }
    }
    return all;
  }

  private static String resource(String operation, String table) {
    var name = table.substring(table.lastIndexOf('-') + 1);
    return operation.equals("Query") && name.equals("associations") ? "associations/due" : name;
  }

  /** Returns whether the count of queries distinguishes a table from its index. */
  private static boolean isToldApart(String use) {
    return !use.equals("Query plans/due");
  }
}
