package dev.atf.store.dynamodb;

import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import dev.atf.store.LambdaRegistry;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** The lambdas table. */
public final class DynamoDbLambdaRegistry implements LambdaRegistry {
  private final DynamoDbClient client;
  private final TableNames tables;
  private final RowReader rows;

  @Inject
  DynamoDbLambdaRegistry(DynamoDbClient client, TableNames tables, RowReader rows) {
    this.client = client;
    this.tables = tables;
    this.rows = rows;
  }

  @Override
  public boolean put(LambdaDefinition definition, Optional<LambdaDefinition> expected) {
    var expression = new Expression();
    var condition = condition(expression, expected.map(LambdaItem::of));
    var request =
        PutItemRequest.builder()
            .tableName(tables.lambdas())
            .item(LambdaItem.of(definition))
            .conditionExpression(condition)
            .expressionAttributeNames(expression.names());
    if (!expression.values().isEmpty()) {
      request.expressionAttributeValues(expression.values());
    }
    try {
      StoreCalls.write(() -> client.putItem(request.build()));
      return true;
    } catch (ConditionalCheckFailedException changed) {
      return false;
    }
  }

  @Override
  public boolean delete(LambdaDefinition expected) {
    var expression = new Expression();
    var condition = condition(expression, Optional.of(LambdaItem.of(expected)));
    var request =
        DeleteItemRequest.builder()
            .tableName(tables.lambdas())
            .key(Map.of(Attributes.NAME, ItemWriter.text(expected.name().value())))
            .conditionExpression(condition)
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .build();
    try {
      StoreCalls.write(() -> client.deleteItem(request));
      return true;
    } catch (ConditionalCheckFailedException changed) {
      return false;
    }
  }

  @Override
  public Optional<LambdaDefinition> find(LambdaName name) {
    var request =
        GetItemRequest.builder()
            .tableName(tables.lambdas())
            .key(Map.of(Attributes.NAME, ItemWriter.text(name.value())))
            .consistentRead(true)
            .build();
    var response = StoreCalls.read(() -> client.getItem(request));
    return response.hasItem() ? Optional.of(LambdaItem.read(response.item())) : Optional.empty();
  }

  @Override
  public List<LambdaDefinition> list() {
    var lambdas = new TreeSet<>(Comparator.comparing(LambdaDefinition::name));
    var request = ScanRequest.builder().tableName(tables.lambdas());
    boolean more = true;
    while (more) {
      var response = StoreCalls.read(() -> client.scan(request.build()));
      for (var item : response.items()) {
        rows.read(tables.lambdas(), Attributes.NAME, item, LambdaItem::read)
            .ifPresent(lambdas::add);
      }
      request.exclusiveStartKey(response.lastEvaluatedKey());
      more = response.hasLastEvaluatedKey();
    }
    return List.copyOf(lambdas);
  }

  /** The item is, attribute by attribute, what the caller had read. */
  private static String condition(
      Expression expression, Optional<Map<String, AttributeValue>> expected) {
    if (expected.isEmpty()) {
      return "attribute_not_exists(" + expression.name(Attributes.NAME) + ")";
    }
    return LambdaItem.ATTRIBUTES.stream()
        .map(
            name -> {
              var value = expected.get().get(name);
              return value == null
                  ? "attribute_not_exists(" + expression.name(name) + ")"
                  : expression.name(name) + " = " + expression.value(value);
            })
        .collect(Collectors.joining(" AND "));
  }
}
