package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.HELD;
import static dev.atf.store.dynamodb.item.Attributes.LAMBDA;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.store.RunningPermits;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.dynamodb.call.RefusedItem;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Permits table. It has one item for each scope with a limit, which is a map by claim id. The key
 * of the item is the scope's key. It is in the attribute for a lambda's name, because a lambda's
 * scope has the lambda's name as its key.
 */
final class DynamoDbRunningPermits implements RunningPermits {
  /** Maximum number of tries. It is more than the number of concurrent calls of one claim. */
  private static final int TRIES_MAX = 8;

  private final DynamoDbClient client;
  private final TableNames tables;

  @Inject
  DynamoDbRunningPermits(DynamoDbClient client, TableNames tables) {
    this.client = client;
    this.tables = tables;
  }

  @Override
  public Taken take(Scope scope, Attempt attempt, int max, Instant now) {
    var first = Permit.first(attempt, now);
    for (int tried = 0; tried < TRIES_MAX; tried++) {
      var added = add(scope, first, max);
      if (added.done()) {
        return new Taken(Optional.of(first), heldCount(added.item()));
      }
      if (added.item().isEmpty()) {
        createItem(scope);
        continue;
      }
      var own =
          permits(added.item())
              .filter(permit -> permit.claimId().equals(first.claimId()))
              .findAny();
      if (own.isEmpty()) {
        return new Taken(Optional.empty(), heldCount(added.item()));
      }
      var again = own.get().again(now);
      if (replace(scope, own.get(), again)) {
        return new Taken(Optional.of(again), heldCount(added.item()));
      }
    }
    throw new StoreUnavailableException(
        "the permit of claim " + first.claimId() + " changes too often", null);
  }

  /**
   * Result of adding a permit.
   *
   * @param item item after the write, or the item that refused the permit; empty if there is none
   */
  private record Added(boolean done, Map<String, AttributeValue> item) {}

  /** Adds a permit for a claim that has none, in one write. */
  private Added add(Scope scope, Permit permit, int max) {
    var expression = new Expression();
    var held = expression.name(HELD);
    var own = own(expression, permit.claimId());
    var condition =
        "attribute_exists(%s) AND attribute_not_exists(%s) AND size(%s) < %s"
            .formatted(held, own, held, expression.value(ItemWriter.number(max)));
    var change = "SET " + own + " = " + expression.value(value(permit));
    var request =
        update(scope, expression)
            .conditionExpression(condition)
            .updateExpression(change)
            .returnValues(ReturnValue.ALL_NEW)
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    try {
      return new Added(true, StoreCalls.write(() -> client.updateItem(request)).attributes());
    } catch (ConditionalCheckFailedException refused) {
      return new Added(false, RefusedItem.of(refused, client, tables.permits(), key(scope)));
    }
  }

  private static int heldCount(Map<String, AttributeValue> item) {
    return new ItemReader(item).map(HELD).size();
  }

  private boolean replace(Scope scope, Permit seen, Permit next) {
    var expression = new Expression();
    var own = own(expression, seen.claimId());
    var isAsSeen = own + " = " + expression.value(value(seen));
    return write(scope, expression, isAsSeen, "SET " + own + " = " + expression.value(value(next)));
  }

  private void createItem(Scope scope) {
    var item = new ItemWriter().text(LAMBDA, scope.key());
    var request =
        PutItemRequest.builder()
            .tableName(tables.permits())
            .item(item.put(HELD, AttributeValue.fromM(Map.of())).build())
            .conditionExpression("attribute_not_exists(" + LAMBDA + ")")
            .build();
    // Refused if another process has made it just now.
    boolean unused = StoreCalls.writeIf(() -> client.putItem(request));
  }

  @Override
  public void release(Scope scope, ClaimId claimId) {
    var expression = new Expression();
    var own = own(expression, claimId);
    // Refused if it was released before.
    boolean unused = write(scope, expression, "attribute_exists(" + own + ")", "REMOVE " + own);
  }

  @Override
  public void release(Scope scope, Permit seen) {
    var expression = new Expression();
    var own = own(expression, seen.claimId());
    var isAsSeen = own + " = " + expression.value(value(seen));
    boolean unused = write(scope, expression, isAsSeen, "REMOVE " + own);
  }

  /** Makes a change. Returns whether the condition held. */
  private boolean write(Scope scope, Expression expression, String condition, String change) {
    var request =
        update(scope, expression).conditionExpression(condition).updateExpression(change).build();
    return StoreCalls.writeIf(() -> client.updateItem(request));
  }

  private UpdateItemRequest.Builder update(Scope scope, Expression expression) {
    var request =
        UpdateItemRequest.builder()
            .tableName(tables.permits())
            .key(key(scope))
            .expressionAttributeNames(expression.names());
    return expression.values().isEmpty()
        ? request
        : request.expressionAttributeValues(expression.values());
  }

  private static String own(Expression expression, ClaimId claimId) {
    return expression.name(HELD) + "." + expression.name(claimId.value());
  }

  @Override
  public List<Permit> held(Scope scope) {
    return StoreCalls.find(client, tables.permits(), key(scope))
        .map(item -> permits(item).toList())
        .orElse(List.of());
  }

  private static Stream<Permit> permits(Map<String, AttributeValue> item) {
    return new ItemReader(item)
        .map(HELD).entrySet().stream().map(entry -> permit(entry.getKey(), entry.getValue().l()));
  }

  private static Permit permit(String claimId, List<AttributeValue> fields) {
    var ref = new TaskRef(new TaskId(fields.get(0).s()), Long.parseLong(fields.get(1).n()));
    var takenAt = Instant.ofEpochMilli(Long.parseLong(fields.get(2).n()));
    int takes = fields.size() > 3 ? Integer.parseInt(fields.get(3).n()) : 1;
    return new Permit(ref, new ClaimId(claimId), takenAt, takes);
  }

  /**
   * Returns the stored permit. The number of takes is omitted if it is 1, which it nearly always
   * is.
   */
  private static AttributeValue value(Permit permit) {
    var fields = new ArrayList<AttributeValue>();
    fields.add(ItemWriter.text(permit.ref().taskId().value()));
    fields.add(ItemWriter.number(permit.ref().epoch()));
    fields.add(ItemWriter.millis(permit.takenAt()));
    if (permit.takes() > 1) {
      fields.add(ItemWriter.number(permit.takes()));
    }
    return AttributeValue.fromL(fields);
  }

  private static Map<String, AttributeValue> key(Scope scope) {
    return Map.of(LAMBDA, ItemWriter.text(scope.key()));
  }
}
