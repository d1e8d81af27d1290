package dev.atf.store.dynamodb;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.DeletedLambda;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.dynamodb.call.ConditionalRows;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.expression.KnownAttributes;
import dev.atf.store.dynamodb.item.Attributes;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.LambdaItem;
import dev.atf.store.dynamodb.item.RowReader;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Lambdas table. It has a row for each lambda, in addition to the rows of {@link DynamoDbRoutes}.
 */
final class DynamoDbLambdaRegistry implements LambdaRegistry {
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
    return update(expected.map(LambdaItem::of), LambdaItem.of(definition));
  }

  @Override
  public boolean delete(LambdaDefinition expected, Instant now) {
    var deleted = new HashMap<>(LambdaItem.of(expected));
    deleted.put(LambdaItem.DELETED_AT, ItemWriter.millis(now));
    return update(Optional.of(LambdaItem.of(expected)), deleted);
  }

  private boolean update(
      Optional<Map<String, AttributeValue>> expected, Map<String, AttributeValue> item) {
    var expression = new Expression();
    var settings =
        LambdaItem.ATTRIBUTES.stream().filter(name -> !name.equals(Attributes.NAME)).toList();
    var request =
        UpdateItemRequest.builder()
            .tableName(tables.lambdas())
            .key(Map.of(Attributes.NAME, Objects.requireNonNull(item.get(Attributes.NAME))))
            .conditionExpression(condition(expression, expected))
            .updateExpression(KnownAttributes.update(expression, settings, item))
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .build();
    return StoreCalls.writeIf(() -> client.updateItem(request));
  }

  @Override
  public List<DeletedLambda> deleted() {
    var deleted = new ArrayList<DeletedLambda>();
    for (var item : items(true)) {
      var at = new ItemReader(item).millis(LambdaItem.DELETED_AT);
      rows.read(tables.lambdas(), Attributes.NAME, item, LambdaItem::read)
          .ifPresent(lambda -> deleted.add(new DeletedLambda(lambda, at)));
    }
    return deleted;
  }

  @Override
  public void forget(DeletedLambda deleted) {
    var expression = new Expression();
    var key = Map.of(Attributes.NAME, ItemWriter.text(deleted.lambda().name().value()));
    var condition = expression.equal(LambdaItem.DELETED_AT, ItemWriter.millis(deleted.at()));
    // Refused if it exists again, or another writer was faster.
    boolean unused = ConditionalRows.delete(client, tables.lambdas(), key, condition, expression);
  }

  @Override
  public Optional<LambdaDefinition> find(LambdaName name) {
    var key = Map.of(Attributes.NAME, ItemWriter.text(name.value()));
    return StoreCalls.find(client, tables.lambdas(), key)
        .filter(item -> !isDeleted(item))
        .map(LambdaItem::read);
  }

  @Override
  public List<LambdaDefinition> list() {
    var lambdas = new TreeSet<>(Comparator.comparing(LambdaDefinition::name));
    for (var item : items(false)) {
      rows.read(tables.lambdas(), Attributes.NAME, item, LambdaItem::read).ifPresent(lambdas::add);
    }
    return List.copyOf(lambdas);
  }

  private List<Map<String, AttributeValue>> items(boolean deleted) {
    var pages =
        client.scanPaginator(request -> request.tableName(tables.lambdas()).consistentRead(true));
    return StoreCalls.readAll(pages).stream()
        .flatMap(page -> page.items().stream())
        .filter(item -> !item.containsKey(Attributes.ROUTE) && isDeleted(item) == deleted)
        .toList();
  }

  private static boolean isDeleted(Map<String, AttributeValue> item) {
    return item.containsKey(LambdaItem.DELETED_AT);
  }

  /** Returns the condition that all attributes of the item are as the caller has read them. */
  private static String condition(
      Expression expression, Optional<Map<String, AttributeValue>> expected) {
    if (expected.isEmpty()) {
      return "attribute_not_exists(%s) OR attribute_exists(%s)"
          .formatted(expression.name(Attributes.NAME), expression.name(LambdaItem.DELETED_AT));
    }
    return LambdaItem.ATTRIBUTES.stream()
        .map(
            name -> {
              var value = expected.get().get(name);
              return value == null
                  ? "attribute_not_exists(" + expression.name(name) + ")"
                  : expression.equal(name, value);
            })
        .collect(Collectors.joining(" AND "));
  }
}
