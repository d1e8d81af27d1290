package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.NAME;
import static dev.atf.store.dynamodb.item.Attributes.ROUTE;
import static dev.atf.store.dynamodb.item.Attributes.SET_AT;
import static dev.atf.store.dynamodb.item.Attributes.VERSION;

import dev.atf.model.LambdaName;
import dev.atf.model.route.Route;
import dev.atf.store.codec.RouteCodec;
import dev.atf.store.dynamodb.call.ConditionalRows;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.RowReader;
import dev.atf.store.route.RouteRegistry;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Routes as rows of the lambdas table. Their keys are not valid names of lambdas, so a version
 * without routes does not mistake them for lambdas.
 */
final class DynamoDbRoutes implements RouteRegistry {
  private static final String KEY = "route/";

  private final DynamoDbClient client;
  private final TableNames tables;
  private final RowReader rows;

  @Inject
  DynamoDbRoutes(DynamoDbClient client, TableNames tables, RowReader rows) {
    this.client = client;
    this.tables = tables;
    this.rows = rows;
  }

  @Override
  public Optional<Route> find(LambdaName name) {
    return StoreCalls.find(client, tables.lambdas(), key(name).build()).map(DynamoDbRoutes::route);
  }

  @Override
  public List<Route> list() {
    var all = new ArrayList<Route>();
    var pages =
        client.scanPaginator(request -> request.tableName(tables.lambdas()).consistentRead(true));
    for (var page : StoreCalls.readAll(pages)) {
      for (var item : page.items()) {
        if (item.containsKey(ROUTE)) {
          rows.read(tables.lambdas(), NAME, item, DynamoDbRoutes::route).ifPresent(all::add);
        }
      }
    }
    all.sort(Comparator.comparing(Route::name));
    return List.copyOf(all);
  }

  @Override
  public boolean put(Route route, Optional<Route> expected) {
    var expression = new Expression();
    var item =
        key(route.name())
            .bytes(ROUTE, RouteCodec.write(route).toByteArray())
            .number(VERSION, route.version())
            .millis(SET_AT, route.updatedAt())
            .build();
    var condition =
        expected
            .map(before -> isAs(before, expression))
            .orElseGet(() -> "attribute_not_exists(" + expression.name(VERSION) + ")");
    return ConditionalRows.put(client, tables.lambdas(), item, condition, expression);
  }

  @Override
  public boolean delete(Route expected) {
    var expression = new Expression();
    return ConditionalRows.delete(
        client,
        tables.lambdas(),
        key(expected.name()).build(),
        isAs(expected, expression),
        expression);
  }

  /**
   * Returns the condition that the stored route is the one that was read, and not another one that
   * was created after its deletion.
   */
  private static String isAs(Route seen, Expression expression) {
    return expression.equal(VERSION, ItemWriter.number(seen.version()))
        + " AND "
        + expression.equal(SET_AT, ItemWriter.millis(seen.updatedAt()));
  }

  private static Route route(Map<String, AttributeValue> item) {
    return RouteCodec.route(new ItemReader(item).bytes(ROUTE));
  }

  private static ItemWriter key(LambdaName name) {
    return new ItemWriter().text(NAME, KEY + name);
  }
}
