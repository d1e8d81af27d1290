package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.BY;
import static dev.atf.store.dynamodb.item.Attributes.COLLECTION;
import static dev.atf.store.dynamodb.item.Attributes.LAMBDA;
import static dev.atf.store.dynamodb.item.Attributes.REASON;
import static dev.atf.store.dynamodb.item.Attributes.SET_AT;
import static dev.atf.store.dynamodb.item.Attributes.STATE;
import static dev.atf.store.dynamodb.item.Attributes.SUBSCRIPTION;
import static dev.atf.store.dynamodb.item.Attributes.UNTIL;
import static dev.atf.store.dynamodb.item.Attributes.WHOLE_LAMBDA;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.Gates;
import dev.atf.store.GateRegistry;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.RowReader;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * Gates table. It has a row for each lambda and collection that ever had a gate, in addition to the
 * rows of {@link DynamoDbSubscriptions}.
 */
final class DynamoDbGateRegistry implements GateRegistry {
  private final DynamoDbClient client;
  private final TableNames tables;
  private final RowReader rows;

  @Inject
  DynamoDbGateRegistry(DynamoDbClient client, TableNames tables, RowReader rows) {
    this.client = client;
    this.tables = tables;
    this.rows = rows;
  }

  @Override
  public void put(Gate gate) {
    @Nullable Instant until = gate.until();
    var item =
        key(gate.lambda(), gate.collection())
            .text(STATE, gate.state().name())
            .text(UNTIL, until == null ? null : until.toString())
            .text(REASON, gate.reason())
            .text(BY, gate.by())
            .text(SET_AT, gate.setAt().toString())
            .build();
    var request = PutItemRequest.builder().tableName(tables.gates()).item(item).build();
    StoreCalls.write(() -> client.putItem(request));
  }

  @Override
  public Gates read() {
    return Gates.of(all());
  }

  @Override
  public boolean delete(Gate expected) {
    var request =
        DeleteItemRequest.builder()
            .tableName(tables.gates())
            .key(key(expected.lambda(), expected.collection()).build())
            .conditionExpression("#setAt = :setAt AND #state = :state")
            .expressionAttributeNames(Map.of("#setAt", SET_AT, "#state", STATE))
            .expressionAttributeValues(
                Map.of(
                    ":setAt", ItemWriter.text(expected.setAt().toString()),
                    ":state", ItemWriter.text(expected.state().name())))
            .build();
    return StoreCalls.writeIf(() -> client.deleteItem(request));
  }

  @Override
  public void deleteAll(LambdaName lambda) {
    for (var gate : all()) {
      if (gate.lambda().equals(lambda)) {
        var request =
            DeleteItemRequest.builder()
                .tableName(tables.gates())
                .key(key(lambda, gate.collection()).build())
                .build();
        StoreCalls.write(() -> client.deleteItem(request));
      }
    }
  }

  private List<Gate> all() {
    var gates = new ArrayList<Gate>();
    var pages =
        client.scanPaginator(request -> request.tableName(tables.gates()).consistentRead(true));
    for (var page : StoreCalls.readAll(pages)) {
      for (var item : page.items()) {
        if (item.containsKey(SUBSCRIPTION)) {
          continue;
        }
        rows.read(tables.gates(), LAMBDA, item, DynamoDbGateRegistry::gate)
            .or(() -> rows.read(tables.gates(), LAMBDA, item, DynamoDbGateRegistry::paused))
            .ifPresent(gates::add);
      }
    }
    return gates;
  }

  private static ItemWriter key(LambdaName lambda, @Nullable CollectionName collection) {
    return new ItemWriter()
        .text(LAMBDA, lambda.value())
        .text(COLLECTION, collection == null ? WHOLE_LAMBDA : collection.value());
  }

  /**
   * Returns a closed gate for an item that this version cannot read. The gate pauses tasks and
   * drops none.
   */
  private static Gate paused(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    return new Gate(
        new LambdaName(item.text(LAMBDA)),
        collection(item),
        GateState.PAUSED,
        null,
        "its gate is of another version, or damaged",
        "",
        Instant.EPOCH);
  }

  private static @Nullable CollectionName collection(ItemReader item) {
    var collection = item.text(COLLECTION);
    return collection.equals(WHOLE_LAMBDA) ? null : new CollectionName(collection);
  }

  private static Gate gate(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    return new Gate(
        new LambdaName(item.text(LAMBDA)),
        collection(item),
        GateState.valueOf(item.text(STATE)),
        item.textOrNull(UNTIL, Instant::parse),
        item.text(REASON),
        item.text(BY),
        Instant.parse(item.text(SET_AT)));
  }
}
