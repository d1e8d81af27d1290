package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.COLLECTION;
import static dev.atf.store.dynamodb.item.Attributes.LAMBDA;
import static dev.atf.store.dynamodb.item.Attributes.SET_AT;
import static dev.atf.store.dynamodb.item.Attributes.SUBSCRIPTION;
import static dev.atf.store.dynamodb.item.Attributes.WHOLE_LAMBDA;

import dev.atf.model.task.Subscription;
import dev.atf.model.task.Subscriptions;
import dev.atf.store.codec.NoticeCodec;
import dev.atf.store.dynamodb.call.ConditionalRows;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.RowReader;
import dev.atf.store.notice.SubscriptionRegistry;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Subscriptions as rows of the gates table, which every service that needs them reads anyway. Their
 * keys are not valid names of lambdas.
 */
final class DynamoDbSubscriptions implements SubscriptionRegistry {
  private static final String KEY = "subscription/";

  private final DynamoDbClient client;
  private final TableNames tables;
  private final RowReader rows;

  @Inject
  DynamoDbSubscriptions(DynamoDbClient client, TableNames tables, RowReader rows) {
    this.client = client;
    this.tables = tables;
    this.rows = rows;
  }

  @Override
  public Subscriptions read() {
    var all = new ArrayList<Subscription>();
    var pages =
        client.scanPaginator(request -> request.tableName(tables.gates()).consistentRead(true));
    for (var page : StoreCalls.readAll(pages)) {
      for (var item : page.items()) {
        if (item.containsKey(SUBSCRIPTION)) {
          rows.read(
                  tables.gates(),
                  LAMBDA,
                  item,
                  it -> NoticeCodec.subscription(new ItemReader(it).bytes(SUBSCRIPTION)))
              .ifPresent(all::add);
        }
      }
    }
    return Subscriptions.of(all);
  }

  @Override
  public boolean put(Subscription subscription, Optional<Subscription> expected) {
    var expression = new Expression();
    var item =
        key(subscription.name())
            .bytes(SUBSCRIPTION, NoticeCodec.write(subscription).toByteArray())
            .text(SET_AT, subscription.updatedAt().toString())
            .build();
    var condition =
        expected
            .map(before -> isAs(before, expression))
            .orElseGet(() -> "attribute_not_exists(" + expression.name(SET_AT) + ")");
    return ConditionalRows.put(client, tables.gates(), item, condition, expression);
  }

  @Override
  public boolean delete(Subscription expected) {
    var expression = new Expression();
    return ConditionalRows.delete(
        client,
        tables.gates(),
        key(expected.name()).build(),
        isAs(expected, expression),
        expression);
  }

  private static String isAs(Subscription seen, Expression expression) {
    return expression.equal(SET_AT, ItemWriter.text(seen.updatedAt().toString()));
  }

  private static ItemWriter key(String name) {
    return new ItemWriter().text(LAMBDA, KEY + name).text(COLLECTION, WHOLE_LAMBDA);
  }
}
