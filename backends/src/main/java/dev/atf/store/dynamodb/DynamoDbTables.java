package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.EXPIRES_AT;

import dev.atf.store.dynamodb.call.StoreCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Creates the tables of {@link TableSchema} if nothing else deploys them. */
public final class DynamoDbTables {
  private static final Logger log = LoggerFactory.getLogger(DynamoDbTables.class);

  /** Error codes of stores that do not support the requested feature. */
  private static final Set<String> MISSING =
      Set.of("UnknownOperationException", "ValidationException");

  private static final Set<TimeToLiveStatus> TTL_ON =
      Set.of(TimeToLiveStatus.ENABLED, TimeToLiveStatus.ENABLING);
  private static final Duration ACTIVE_POLL = Duration.ofSeconds(1);
  private static final int ACTIVE_POLLS_MAX = 120;

  /** Time-out of administrative calls, which take longer than calls on items. */
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);

  private static final Duration TRY_TIMEOUT = Duration.ofSeconds(30);

  private static final StreamSpecification STREAM =
      StreamSpecification.builder()
          .streamEnabled(true)
          .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)
          .build();

  private DynamoDbTables() {}

  /**
   * Creates the missing tables, and waits until all are active. Existing tables are not changed,
   * except that a disabled TTL or stream is enabled. Several processes may call this at the same
   * time. If a store supports no TTL or no streams, this logs a warning, and the cluster starts
   * without them.
   */
  public static void create(DynamoDbConfig config) {
    var patient = config.client().withTimeouts(CALL_TIMEOUT, TRY_TIMEOUT);
    try (var client = DynamoDbConnection.open(config.with(patient))) {
      StoreCalls.write(() -> create(client, config.tables()));
    }
  }

  private static TableNames create(DynamoDbClient client, TableNames names) {
    var schemas = TableSchema.of(names);
    schemas.forEach(schema -> createTable(client, request(schema)));
    names.all().forEach(name -> awaitActive(client, name));
    schemas.stream()
        .filter(TableSchema::expires)
        .map(TableSchema::table)
        .forEach(
            name -> enable(() -> enableTtl(client, name), name, "its items stay after their time"));
    schemas.stream()
        .filter(TableSchema::streams)
        .map(TableSchema::table)
        .forEach(
            name ->
                enable(() -> enableStream(client, name), name, "transitions cannot be watched"));
    return names;
  }

  private static CreateTableRequest.Builder request(TableSchema schema) {
    var request =
        CreateTableRequest.builder()
            .tableName(schema.table())
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(schema.keys().stream().map(DynamoDbTables::attribute).toList())
            .keySchema(keys(schema.hash(), schema.range()));
    if (schema.streams()) {
      request.streamSpecification(STREAM);
    }
    schema.index().ifPresent(index -> request.globalSecondaryIndexes(index(index)));
    return request;
  }

  private static GlobalSecondaryIndex index(TableSchema.Index index) {
    return GlobalSecondaryIndex.builder()
        .indexName(index.name())
        .keySchema(keys(index.hash(), Optional.of(index.range())))
        .projection(projection(index.projection()))
        .build();
  }

  private static Projection projection(List<String> attributes) {
    return attributes.isEmpty()
        ? Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build()
        : Projection.builder()
            .projectionType(ProjectionType.INCLUDE)
            .nonKeyAttributes(attributes)
            .build();
  }

  private static AttributeDefinition attribute(TableSchema.Key key) {
    return AttributeDefinition.builder()
        .attributeName(key.attribute())
        .attributeType(key.type())
        .build();
  }

  private static List<KeySchemaElement> keys(
      TableSchema.Key hash, Optional<TableSchema.Key> range) {
    var keys = new ArrayList<KeySchemaElement>();
    keys.add(key(hash.attribute(), KeyType.HASH));
    range.ifPresent(key -> keys.add(key(key.attribute(), KeyType.RANGE)));
    return keys;
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static void createTable(DynamoDbClient client, CreateTableRequest.Builder table) {
    try {
      client.createTable(table.build());
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
    var description = DescribeTableRequest.builder().tableName(name).build();
    try (var waiter = client.waiter()) {
      waiter.waitUntilTableExists(description, patience);
    }
  }

  private static void enable(Runnable feature, String table, String without) {
    try {
      feature.run();
    } catch (DynamoDbException refused) {
      if (!MISSING.contains(refused.awsErrorDetails().errorCode())) {
        throw refused;
      }
      log.warn("table={} {}: {}", table, without, refused.getMessage());
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
                  .timeToLiveSpecification(ttl -> ttl.attributeName(EXPIRES_AT).enabled(true)));
    } catch (DynamoDbException refused) {
      // Refused when another process has just done it.
      if (!ttlIsOn(client, name)) {
        throw refused;
      }
    }
  }

  private static void enableStream(DynamoDbClient client, String name) {
    if (streamIsOn(client, name)) {
      return;
    }
    try {
      client.updateTable(r -> r.tableName(name).streamSpecification(STREAM));
    } catch (DynamoDbException refused) {
      // Refused when another process has just done it.
      if (!streamIsOn(client, name)) {
        throw refused;
      }
    }
    awaitActive(client, name);
  }

  private static boolean streamIsOn(DynamoDbClient client, String name) {
    var stream = client.describeTable(r -> r.tableName(name)).table().streamSpecification();
    return stream != null && stream.streamEnabled();
  }

  private static boolean ttlIsOn(DynamoDbClient client, String name) {
    return TTL_ON.contains(
        client
            .describeTimeToLive(r -> r.tableName(name))
            .timeToLiveDescription()
            .timeToLiveStatus());
  }
}
