package dev.atf.store.dynamodb;

import static dev.atf.store.GateRegistry.WHOLE_LAMBDA;
import static dev.atf.store.dynamodb.item.Attributes.COLLECTION;
import static dev.atf.store.dynamodb.item.Attributes.LAMBDA;
import static dev.atf.store.dynamodb.item.Attributes.NAME;
import static dev.atf.store.dynamodb.item.Attributes.ROUTE;
import static dev.atf.store.dynamodb.item.Attributes.SET_AT;
import static dev.atf.store.dynamodb.item.Attributes.STATE;
import static dev.atf.store.dynamodb.item.Attributes.SUBSCRIPTION;
import static dev.atf.store.dynamodb.item.Attributes.VERSION;

import dev.atf.model.lambda.Gate;
import dev.atf.model.route.Route;
import dev.atf.model.task.Subscription;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.codec.NoticeCodec;
import dev.atf.store.codec.RouteCodec;
import dev.atf.store.dynamodb.call.ConditionalRows;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.expression.KnownAttributes;
import dev.atf.store.dynamodb.item.GateItem;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.LambdaItem;
import dev.atf.store.dynamodb.item.RowReader;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.rows.RowKind;
import dev.atf.store.rows.Rows;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Rows as items of a table. */
final class DynamoDbRows<T> implements Rows<T> {
  private final DynamoDbClient client;
  private final RowReader reader;
  private final Items<T> items;

  /**
   * Rows of one kind as items.
   *
   * @param table name of the table, which may have items of other kinds
   * @param nameKey first attribute of the table's key
   * @param isRow returns whether an item is of this kind
   * @param key returns the attributes for a key
   * @param attributes writes the other attributes of a row
   * @param readers readers of an item, tried in this order
   * @param compared attributes that show whether a row is as it was read; each row has the first
   * @param keepsOthers whether a write keeps attributes that are not among {@code compared}
   * @param deletedMark attribute that a row has if it is marked as deleted
   */
  record Items<T>(
      RowKind<T> kind,
      String table,
      String nameKey,
      Predicate<Map<String, AttributeValue>> isRow,
      Function<String, ItemWriter> key,
      BiConsumer<T, ItemWriter> attributes,
      List<Function<Map<String, AttributeValue>, T>> readers,
      List<String> compared,
      boolean keepsOthers,
      Optional<String> deletedMark) {
    static Items<LambdaRegistry.Row> lambdas(TableNames tables) {
      return new Items<>(
          LambdaRegistry.KIND,
          tables.lambdas(),
          NAME,
          item -> !item.containsKey(ROUTE),
          name -> new ItemWriter().text(NAME, name),
          (row, item) -> LambdaItem.of(row).forEach(item::put),
          List.of(LambdaItem::read),
          LambdaItem.ATTRIBUTES,
          true,
          Optional.of(LambdaItem.DELETED_AT));
    }

    /**
     * Routes are in the lambdas table. Their keys are not valid names of lambdas, so a version
     * without routes does not mistake them for lambdas.
     */
    static Items<Route> routes(TableNames tables) {
      return new Items<>(
          RouteRegistry.KIND,
          tables.lambdas(),
          NAME,
          item -> item.containsKey(ROUTE),
          name -> new ItemWriter().text(NAME, "route/" + name),
          (route, item) ->
              item.bytes(ROUTE, RouteCodec.write(route).toByteArray())
                  .number(VERSION, route.version())
                  .millis(SET_AT, route.updatedAt()),
          List.of(item -> RouteCodec.route(new ItemReader(item).bytes(ROUTE))),
          // The time distinguishes a route from one that was created after its deletion.
          List.of(VERSION, SET_AT),
          false,
          Optional.empty());
    }

    static Items<Gate> gates(TableNames tables) {
      return new Items<>(
          GateRegistry.KIND,
          tables.gates(),
          LAMBDA,
          item -> !item.containsKey(SUBSCRIPTION),
          key -> {
            var parts = key.split("/", 2);
            return new ItemWriter().text(LAMBDA, parts[0]).text(COLLECTION, parts[1]);
          },
          GateItem::write,
          List.of(GateItem::read, GateItem::paused),
          List.of(SET_AT, STATE),
          false,
          Optional.empty());
    }

    /**
     * Subscriptions are in the gates table, which every service that needs them reads anyway. Their
     * keys are not valid names of lambdas.
     */
    static Items<Subscription> subscriptions(TableNames tables) {
      return new Items<>(
          SubscriptionRegistry.KIND,
          tables.gates(),
          LAMBDA,
          item -> item.containsKey(SUBSCRIPTION),
          name ->
              new ItemWriter().text(LAMBDA, "subscription/" + name).text(COLLECTION, WHOLE_LAMBDA),
          (subscription, item) ->
              item.bytes(SUBSCRIPTION, NoticeCodec.write(subscription).toByteArray())
                  .text(SET_AT, subscription.updatedAt().toString()),
          List.of(item -> NoticeCodec.subscription(new ItemReader(item).bytes(SUBSCRIPTION))),
          List.of(SET_AT),
          false,
          Optional.empty());
    }
  }

  DynamoDbRows(DynamoDbClient client, RowReader reader, Items<T> items) {
    this.client = client;
    this.reader = reader;
    this.items = items;
  }

  @Override
  public Optional<T> find(String key) {
    return StoreCalls.find(client, items.table(), items.key().apply(key).build())
        .filter(item -> items.deletedMark().filter(item::containsKey).isEmpty())
        .map(items.readers().get(0));
  }

  @Override
  public List<T> list() {
    var pages =
        client.scanPaginator(request -> request.tableName(items.table()).consistentRead(true));
    return StoreCalls.readAll(pages).stream()
        .flatMap(page -> page.items().stream())
        .filter(items.isRow())
        .flatMap(item -> read(item).stream())
        .sorted(Comparator.comparing(items.kind().key()))
        .toList();
  }

  private Optional<T> read(Map<String, AttributeValue> item) {
    return items.readers().stream()
        .flatMap(as -> reader.read(items.table(), items.nameKey(), item, as).stream())
        .findFirst();
  }

  @Override
  public boolean put(T row, Optional<T> expected) {
    var expression = new Expression();
    var condition =
        expected.map(seen -> isAs(seen, expression)).orElseGet(() -> isAbsent(expression));
    return write(row, condition, expression);
  }

  @Override
  public void set(T row) {
    boolean unused = write(row, null, new Expression());
  }

  private boolean write(T row, @Nullable String condition, Expression expression) {
    var item = item(row);
    if (!items.keepsOthers()) {
      return ConditionalRows.put(client, items.table(), item, condition, expression);
    }
    var key = key(row);
    var settable = items.compared().stream().filter(name -> !key.containsKey(name)).toList();
    var request =
        UpdateItemRequest.builder()
            .tableName(items.table())
            .key(key)
            .conditionExpression(condition)
            .updateExpression(KnownAttributes.update(expression, settable, item))
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .build();
    return StoreCalls.writeIf(() -> client.updateItem(request));
  }

  @Override
  public boolean delete(T expected) {
    var expression = new Expression();
    var condition = isAs(expected, expression);
    return ConditionalRows.delete(client, items.table(), key(expected), condition, expression);
  }

  private Map<String, AttributeValue> key(T row) {
    return items.key().apply(items.kind().keyOf(row)).build();
  }

  private Map<String, AttributeValue> item(T row) {
    var item = items.key().apply(items.kind().keyOf(row));
    items.attributes().accept(row, item);
    return item.build();
  }

  /** Returns the condition that the stored row is the one that was read. */
  private String isAs(T seen, Expression expression) {
    var item = item(seen);
    return items.compared().stream()
        .map(
            name -> {
              var value = item.get(name);
              return value == null
                  ? "attribute_not_exists(" + expression.name(name) + ")"
                  : expression.equal(name, value);
            })
        .collect(Collectors.joining(" AND "));
  }

  private String isAbsent(Expression expression) {
    var absent = "attribute_not_exists(%s)".formatted(expression.name(items.compared().get(0)));
    return items
        .deletedMark()
        .map(mark -> "%s OR attribute_exists(%s)".formatted(absent, expression.name(mark)))
        .orElse(absent);
  }
}
