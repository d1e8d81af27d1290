package dev.atf.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.store.LocalDynamoDb;
import dev.atf.store.SampleTasks;
import dev.atf.store.StoreUnavailableException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** The schema, as DynamoDB describes it. */
final class DynamoDbTablesTest {
  private final LocalDynamoDb.Fresh fresh = LocalDynamoDb.shared().freshTables();
  private final LocalDynamoDb.Parts parts = fresh.parts();

  @Test
  void creatingAgainChangesNothing() {
    DynamoDbTables.create(fresh.config());

    assertThat(parts.client().listTablesPaginator().tableNames()).containsAll(parts.tables().all());
  }

  @Test
  void theIndexProjectsOnlyWhatChangesWithItsKey() {
    var table =
        parts.client().describeTable(r -> r.tableName(parts.tables().associations())).table();

    assertThat(table.globalSecondaryIndexes())
        .singleElement()
        .satisfies(
            index -> {
              assertThat(index.indexName()).isEqualTo("due");
              assertThat(index.projection().projectionType()).isEqualTo(ProjectionType.INCLUDE);
              assertThat(index.projection().nonKeyAttributes())
                  .containsExactlyInAnyOrder("epoch", "collection", "scheduled_at");
            });
    assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
  }

  @Test
  void tablesOfExpiringItemsHaveATtl() {
    var tables = parts.tables();
    for (var name : List.of(tables.entities(), tables.associations(), tables.members())) {
      var ttl = parts.client().describeTimeToLive(r -> r.tableName(name)).timeToLiveDescription();

      assertThat(ttl.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
      assertThat(ttl.attributeName()).isEqualTo("expires_at");
    }
  }

  @Test
  void aStoreWithoutTtlAndStreamsIsWarnedOfAndHasItsTables() {
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    var logger = (Logger) LoggerFactory.getLogger(DynamoDbTables.class);
    logger.addAppender(lines);
    var store = LocalDynamoDb.shared();
    var endpoint = PartialDynamoDb.withoutTtlAndStreams(store.endpoint());
    try {
      var partial = store.freshTables(endpoint);
      DynamoDbTables.create(partial.config());

      var task = SampleTasks.scheduled();
      partial.stores().associations().create(task);
      assertThat(partial.stores().associations().find(task.taskId())).contains(task);
      var associations = partial.parts().tables().associations();
      assertThatThrownBy(() -> partial.stores().feed().follow())
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(associations + " has no stream");
      assertThat(lines.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .anySatisfy(
              line ->
                  assertThat(line)
                      .startsWith("table=" + associations + " its items stay after their time: ")
                      .contains(
                          "DescribeTimeToLive of " + associations + ": the store has no such call"))
          .anySatisfy(
              line ->
                  assertThat(line)
                      .startsWith("table=" + associations + " transitions cannot be watched: ")
                      .contains("UpdateTable of " + associations + ": the store has no such call"));
    } finally {
      logger.detachAppender(lines);
    }
  }

  @Test
  void aWrongConfigurationSaysAllThatIsWrong() {
    assertThatThrownBy(() -> new DynamoDbConfig("localhost:8000", "us east", "pre fix"))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("endpoint: localhost:8000")
        .hasMessageContaining("region: us east")
        .hasMessageContaining("tablePrefix: pre fix");
    assertThat(DynamoDbConfig.DEFAULTS.tables().associations()).isEqualTo("atf-associations");
  }
}
