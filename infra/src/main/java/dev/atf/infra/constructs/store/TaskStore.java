package dev.atf.infra.constructs.store;

import dev.atf.store.dynamodb.TableSchema;
import dev.atf.store.dynamodb.item.Attributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.BillingMode;
import software.amazon.awscdk.services.dynamodb.ContributorInsightsMode;
import software.amazon.awscdk.services.dynamodb.ContributorInsightsSpecification;
import software.amazon.awscdk.services.dynamodb.EnableScalingProps;
import software.amazon.awscdk.services.dynamodb.GlobalSecondaryIndexProps;
import software.amazon.awscdk.services.dynamodb.IScalableTableAttribute;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.ProjectionType;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.TableEncryption;
import software.amazon.awscdk.services.dynamodb.UtilizationScalingProps;
import software.amazon.awscdk.services.dynamodb.WarmThroughput;
import software.amazon.awscdk.services.kms.IKey;
import software.constructs.Construct;

/**
 * Tables of a cluster, encrypted with the cluster's own key, with point-in-time recovery. Their
 * schema is in {@link TableSchema}. If {@link TaskStoreProps#keepData} is set, DynamoDB refuses a
 * change that would replace a table, because the table's name is in use.
 */
public final class TaskStore extends Construct {
  /** Target utilisation in percent. The rest is capacity for the minutes that scaling takes. */
  private static final int UTILIZATION_PERCENT = 70;

  /**
   * Contributor insights for the keys of throttled calls. They only cost something while calls are
   * throttled.
   */
  private static final ContributorInsightsSpecification THROTTLED_KEYS =
      ContributorInsightsSpecification.builder()
          .enabled(true)
          .mode(ContributorInsightsMode.THROTTLED_KEYS)
          .build();

  private final List<Table> tables = new ArrayList<>();

  public TaskStore(Construct scope, String id, TaskStoreProps props) {
    super(scope, id);
    var key = StoreKey.in(this, props.keepData());
    for (var schema : props.tables()) {
      var capacity =
          TaskStoreProps.hasCapacity(schema) ? props.capacity() : new TableCapacity.OnDemand(0, 0);
      tables.add(table(schema, capacity, props.keepData(), key));
    }
  }

  public List<Table> tables() {
    return List.copyOf(tables);
  }

  private Table table(TableSchema schema, TableCapacity capacity, boolean keepData, IKey key) {
    var builder =
        Table.Builder.create(this, schema.table().replaceFirst(".*-", ""))
            .tableName(schema.table())
            .partitionKey(attribute(schema.hash()))
            .encryption(TableEncryption.CUSTOMER_MANAGED)
            .encryptionKey(key)
            .pointInTimeRecoverySpecification(
                PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
            .contributorInsightsSpecification(THROTTLED_KEYS)
            .deletionProtection(keepData)
            .removalPolicy(keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
    schema.range().ifPresent(range -> builder.sortKey(attribute(range)));
    if (schema.expires()) {
      builder.timeToLiveAttribute(Attributes.EXPIRES_AT);
    }
    if (schema.streams()) {
      builder.stream(StreamViewType.NEW_AND_OLD_IMAGES);
    }
    if (capacity instanceof TableCapacity.Provisioned bounds) {
      builder
          .billingMode(BillingMode.PROVISIONED)
          .readCapacity(bounds.readsMin())
          .writeCapacity(bounds.writesMin());
    } else {
      builder.billingMode(BillingMode.PAY_PER_REQUEST);
      if (warm(capacity) != null) {
        builder.warmThroughput(warm(capacity));
      }
    }
    var table = builder.build();
    schema.index().ifPresent(index -> addIndex(table, index, capacity));
    if (capacity instanceof TableCapacity.Provisioned bounds) {
      scale(table.autoScaleReadCapacity(range(bounds.readsMin(), bounds.readsMax())));
      scale(table.autoScaleWriteCapacity(range(bounds.writesMin(), bounds.writesMax())));
    }
    return table;
  }

  private static void addIndex(Table table, TableSchema.Index index, TableCapacity capacity) {
    var props =
        GlobalSecondaryIndexProps.builder()
            .indexName(index.name())
            .partitionKey(attribute(index.hash()))
            .sortKey(attribute(index.range()))
            .contributorInsightsSpecification(THROTTLED_KEYS);
    if (index.projection().isEmpty()) {
      props.projectionType(ProjectionType.KEYS_ONLY);
    } else {
      props.projectionType(ProjectionType.INCLUDE).nonKeyAttributes(index.projection());
    }
    if (capacity instanceof TableCapacity.Provisioned bounds) {
      props.readCapacity(bounds.readsMin()).writeCapacity(bounds.writesMin());
    } else if (warm(capacity) != null) {
      props.warmThroughput(warm(capacity));
    }
    table.addGlobalSecondaryIndex(props.build());
    if (capacity instanceof TableCapacity.Provisioned bounds) {
      // An index with less capacity than its table throttles the table's writes.
      scale(
          table.autoScaleGlobalSecondaryIndexReadCapacity(
              index.name(), range(bounds.readsMin(), bounds.readsMax())));
      scale(
          table.autoScaleGlobalSecondaryIndexWriteCapacity(
              index.name(), range(bounds.writesMin(), bounds.writesMax())));
    }
  }

  private static @Nullable WarmThroughput warm(TableCapacity capacity) {
    return capacity instanceof TableCapacity.OnDemand warm && warm.warmWrites() > 0
        ? WarmThroughput.builder()
            .readUnitsPerSecond(warm.warmReads())
            .writeUnitsPerSecond(warm.warmWrites())
            .build()
        : null;
  }

  private static EnableScalingProps range(int min, int max) {
    return EnableScalingProps.builder().minCapacity(min).maxCapacity(max).build();
  }

  private static void scale(IScalableTableAttribute capacity) {
    capacity.scaleOnUtilization(
        UtilizationScalingProps.builder().targetUtilizationPercent(UTILIZATION_PERCENT).build());
  }

  private static Attribute attribute(TableSchema.Key key) {
    return Attribute.builder()
        .name(key.attribute())
        .type(
            switch (key.type()) {
              case S -> AttributeType.STRING;
              case N -> AttributeType.NUMBER;
              case B -> AttributeType.BINARY;
              case UNKNOWN_TO_SDK_VERSION ->
                  throw new IllegalArgumentException(key + " has no type");
            })
        .build();
  }
}
