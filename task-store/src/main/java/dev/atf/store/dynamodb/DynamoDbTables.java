package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.Attributes.COLLECTION;
import static dev.atf.store.dynamodb.Attributes.EPOCH;
import static dev.atf.store.dynamodb.Attributes.EXPIRES_AT;
import static dev.atf.store.dynamodb.Attributes.LAMBDA;
import static dev.atf.store.dynamodb.Attributes.MEMBER;
import static dev.atf.store.dynamodb.Attributes.NAME;
import static dev.atf.store.dynamodb.Attributes.NEXT_TRIGGER_AT;
import static dev.atf.store.dynamodb.Attributes.SCHEDULED_AT;
import static dev.atf.store.dynamodb.Attributes.SERVICE;
import static dev.atf.store.dynamodb.Attributes.TASK_ID;
import static dev.atf.store.dynamodb.Attributes.TRIGGER_PARTITION;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * The schema: tables, keys, the index, the TTL. {@link #create} makes it where nothing else deploys
 * it; whatever does takes the constants from here.
 */
public final class DynamoDbTables {
  /** The index of associations: hash {@code trigger_partition}, range {@code next_trigger_at}. */
  public static final String DUE_INDEX = "due";

  /**
   * What the index projects beside its keys: only what changes together with them, so that claims
   * and heartbeats cost no index write.
   */
  public static final List<String> DUE_INDEX_PROJECTION = List.of(EPOCH, COLLECTION, SCHEDULED_AT);

  private static final Set<TimeToLiveStatus> TTL_ON =
      Set.of(TimeToLiveStatus.ENABLED, TimeToLiveStatus.ENABLING);
  private static final Duration ACTIVE_POLL = Duration.ofSeconds(1);
  private static final int ACTIVE_POLLS_MAX = 120;

  /** Administrative calls take longer than those on items. */
  private static final AwsRequestOverrideConfiguration PATIENT =
      AwsRequestOverrideConfiguration.builder()
          .apiCallAttemptTimeout(Duration.ofSeconds(30))
          .apiCallTimeout(Duration.ofSeconds(60))
          .build();

  private DynamoDbTables() {}

  /**
   * Makes the tables that are not there, and waits until all are active. Leaves those that are
   * there as they are; may be called by several processes at once.
   */
  public static void create(DynamoDbClient client, TableNames names) {
    StoreCalls.write(
        () -> {
          createTable(client, table(names.entities(), TASK_ID));
          createTable(client, associations(names.associations()));
          createTable(client, table(names.lambdas(), NAME));
          createTable(client, table(names.members(), SERVICE, MEMBER));
          createTable(client, table(names.gates(), LAMBDA, COLLECTION));
          createTable(client, table(names.permits(), LAMBDA));
          names.all().forEach(name -> awaitActive(client, name));
          enableTtl(client, names.entities());
          enableTtl(client, names.associations());
          enableTtl(client, names.members());
          return names;
        });
  }

  private static CreateTableRequest.Builder associations(String name) {
    var index =
        GlobalSecondaryIndex.builder()
            .indexName(DUE_INDEX)
            .keySchema(key(TRIGGER_PARTITION, KeyType.HASH), key(NEXT_TRIGGER_AT, KeyType.RANGE))
            .projection(
                projection ->
                    projection
                        .projectionType(ProjectionType.INCLUDE)
                        .nonKeyAttributes(DUE_INDEX_PROJECTION))
            .build();
    return table(name, TASK_ID)
        .attributeDefinitions(
            attribute(TASK_ID, ScalarAttributeType.S),
            attribute(TRIGGER_PARTITION, ScalarAttributeType.S),
            attribute(NEXT_TRIGGER_AT, ScalarAttributeType.N))
        .globalSecondaryIndexes(index);
  }

  private static CreateTableRequest.Builder table(String name, String hash) {
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(attribute(hash, ScalarAttributeType.S))
        .keySchema(key(hash, KeyType.HASH));
  }

  private static CreateTableRequest.Builder table(String name, String hash, String range) {
    return table(name, hash)
        .attributeDefinitions(
            attribute(hash, ScalarAttributeType.S), attribute(range, ScalarAttributeType.S))
        .keySchema(key(hash, KeyType.HASH), key(range, KeyType.RANGE));
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static void createTable(DynamoDbClient client, CreateTableRequest.Builder table) {
    try {
      client.createTable(table.overrideConfiguration(PATIENT).build());
    } catch (ResourceInUseException there) {
      // Made before, or by another process just now.
    }
  }

  private static void awaitActive(DynamoDbClient client, String name) {
    var patience =
        WaiterOverrideConfiguration.builder()
            .maxAttempts(ACTIVE_POLLS_MAX)
            .backoffStrategyV2(BackoffStrategy.fixedDelay(ACTIVE_POLL))
            .build();
    var description =
        DescribeTableRequest.builder().tableName(name).overrideConfiguration(PATIENT).build();
    try (var waiter = client.waiter()) {
      waiter.waitUntilTableExists(description, patience);
    }
  }

  private static void enableTtl(DynamoDbClient client, String name) {
    if (ttlIsOn(client, name)) {
      return;
    }
    try {
      client.updateTimeToLive(
          r ->
              r.tableName(name)
                  .overrideConfiguration(PATIENT)
                  .timeToLiveSpecification(ttl -> ttl.attributeName(EXPIRES_AT).enabled(true)));
    } catch (DynamoDbException refused) {
      // Refused when another process has just done it.
      if (!ttlIsOn(client, name)) {
        throw refused;
      }
    }
  }

  private static boolean ttlIsOn(DynamoDbClient client, String name) {
    return TTL_ON.contains(
        client
            .describeTimeToLive(r -> r.tableName(name).overrideConfiguration(PATIENT))
            .timeToLiveDescription()
            .timeToLiveStatus());
  }
}
