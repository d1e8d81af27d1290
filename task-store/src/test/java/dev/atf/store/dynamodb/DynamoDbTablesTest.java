package dev.atf.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.check.InvalidFieldException;
import dev.atf.store.LocalDynamoDb;
import java.util.List;
import org.junit.jupiter.api.Test;
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
  void aWrongConfigurationSaysAllThatIsWrong() {
    assertThatThrownBy(() -> new DynamoDbConfig("localhost:8000", "us east", "pre fix"))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("endpoint: localhost:8000")
        .hasMessageContaining("region: us east")
        .hasMessageContaining("tablePrefix: pre fix");
    assertThat(DynamoDbConfig.DEFAULTS.tables().associations()).isEqualTo("atf-associations");
  }
}
