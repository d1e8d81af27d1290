package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.infra.NeedsNode;
import dev.atf.local.engine.EmbeddedDynamoDb;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbTables;
import dev.atf.store.dynamodb.TableNames;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Tests that the tables of the template equal those that the services' own code creates. */
@NeedsNode
final class TableSchemaTest {
  @Test
  void theTemplatesTablesAreThoseThatTheCodeMakes() {
    assertThat(deployed(Synthesis.small())).isEqualTo(made("dev-"));
    assertThat(deployed(Synthesis.production())).isEqualTo(made("orders-"));
  }

  private static Set<String> deployed(Synthesis synthesis) {
    var tables = new TreeSet<String>();
    for (var resource : synthesis.resources("AWS::DynamoDB::Table")) {
      var table = resource.path("Properties");
      var index = table.path("GlobalSecondaryIndexes").path(0);
      tables.add(
          describe(
              table.path("TableName").asText(),
              keys(table.path("KeySchema")),
              pairs(table.path("AttributeDefinitions"), "AttributeName", "AttributeType"),
              index.isMissingNode()
                  ? "none"
                  : index.path("IndexName").asText()
                      + keys(index.path("KeySchema"))
                      + index.at("/Projection/ProjectionType").asText()
                      + texts(index.at("/Projection/NonKeyAttributes")),
              table.at("/TimeToLiveSpecification/Enabled").asBoolean()
                  ? table.at("/TimeToLiveSpecification/AttributeName").asText()
                  : "none",
              table.at("/StreamSpecification/StreamViewType").asText("none")));
    }
    return tables;
  }

  private static Set<String> made(String prefix) {
    var tables = new TreeSet<String>();
    try (var engine = EmbeddedDynamoDb.start(Optional.empty(), 0);
        var client = client(engine.endpoint())) {
      DynamoDbTables.create(new DynamoDbConfig(engine.endpoint(), "us-east-1", prefix));
      for (var name : TableNames.withPrefix(prefix).all()) {
        tables.add(described(client, name));
      }
    }
    return tables;
  }

  private static String described(DynamoDbClient client, String name) {
    TableDescription table = client.describeTable(r -> r.tableName(name)).table();
    var ttl = client.describeTimeToLive(r -> r.tableName(name)).timeToLiveDescription();
    var index = table.globalSecondaryIndexes();
    return describe(
        name,
        keys(table.keySchema()),
        new TreeSet<>(
            table.attributeDefinitions().stream()
                .map(a -> a.attributeName() + " " + a.attributeType())
                .toList()),
        index.isEmpty()
            ? "none"
            : index.get(0).indexName()
                + keys(index.get(0).keySchema())
                + index.get(0).projection().projectionType()
                + new TreeSet<>(index.get(0).projection().nonKeyAttributes()),
        ttl.attributeName() == null ? "none" : ttl.attributeName(),
        table.streamSpecification() == null
            ? "none"
            : table.streamSpecification().streamViewTypeAsString());
  }

  private static String describe(
      String name,
      List<String> keys,
      Collection<String> attributes,
      String index,
      String ttl,
      String stream) {
    return "%s keys %s attributes %s index %s ttl %s stream %s"
        .formatted(name, keys, attributes, index, ttl, stream);
  }

  private static List<String> keys(Collection<KeySchemaElement> keys) {
    return keys.stream().map(k -> k.attributeName() + " " + k.keyType()).toList();
  }

  private static List<String> keys(JsonNode keys) {
    var all = new ArrayList<String>();
    keys.forEach(
        key -> all.add(key.path("AttributeName").asText() + " " + key.path("KeyType").asText()));
    return all;
  }

  private static Set<String> pairs(JsonNode list, String one, String other) {
    var all = new TreeSet<String>();
    list.forEach(e -> all.add(e.path(one).asText() + " " + e.path(other).asText()));
    return all;
  }

  private static Set<String> texts(JsonNode list) {
    var all = new TreeSet<String>();
    StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).forEach(all::add);
    return all;
  }

  private static DynamoDbClient client(String endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create(endpoint))
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .httpClientBuilder(Apache5HttpClient.builder())
        .build();
  }
}
