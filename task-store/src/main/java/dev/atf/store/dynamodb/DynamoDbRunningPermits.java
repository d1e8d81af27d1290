package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.Attributes.HELD;
import static dev.atf.store.dynamodb.Attributes.LAMBDA;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.store.RunningPermits;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The permits table: one item for each lambda that limits what runs, a map by claim id. */
public final class DynamoDbRunningPermits implements RunningPermits {
  private final DynamoDbClient client;
  private final TableNames tables;

  @Inject
  public DynamoDbRunningPermits(DynamoDbClient client, TableNames tables) {
    this.client = client;
    this.tables = tables;
  }

  @Override
  public boolean take(LambdaName lambda, Attempt attempt, int max, Instant now) {
    try {
      return takeFromItem(lambda, attempt, max, now);
    } catch (ConditionalCheckFailedException refused) {
      if (refused.hasItem() && !refused.item().isEmpty()) {
        return false;
      }
    }
    createItem(lambda);
    try {
      return takeFromItem(lambda, attempt, max, now);
    } catch (ConditionalCheckFailedException refused) {
      return false;
    }
  }

  private boolean takeFromItem(LambdaName lambda, Attempt attempt, int max, Instant now) {
    var expression = new Expression();
    var held = expression.name(HELD);
    var own = held + "." + expression.name(attempt.claimId().value());
    var condition =
        "attribute_exists(%s) AND (attribute_exists(%s) OR size(%s) < %s)"
            .formatted(held, own, held, expression.value(ItemWriter.number(max)));
    var permit =
        AttributeValue.fromL(
            List.of(
                ItemWriter.text(attempt.taskId().value()),
                ItemWriter.number(attempt.epoch()),
                ItemWriter.millis(now)));
    var request =
        UpdateItemRequest.builder()
            .tableName(tables.permits())
            .key(key(lambda))
            .conditionExpression(condition)
            .updateExpression("SET " + own + " = " + expression.value(permit))
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    StoreCalls.write(() -> client.updateItem(request));
    return true;
  }

  private void createItem(LambdaName lambda) {
    var item = new ItemWriter().text(LAMBDA, lambda.value());
    var request =
        PutItemRequest.builder()
            .tableName(tables.permits())
            .item(item.put(HELD, AttributeValue.fromM(Map.of())).build())
            .conditionExpression("attribute_not_exists(" + LAMBDA + ")")
            .build();
    try {
      StoreCalls.write(() -> client.putItem(request));
    } catch (ConditionalCheckFailedException there) {
      // Made by another process just now.
    }
  }

  @Override
  public void release(LambdaName lambda, ClaimId claimId) {
    var expression = new Expression();
    var own = expression.name(HELD) + "." + expression.name(claimId.value());
    var request =
        UpdateItemRequest.builder()
            .tableName(tables.permits())
            .key(key(lambda))
            .conditionExpression("attribute_exists(" + own + ")")
            .updateExpression("REMOVE " + own)
            .expressionAttributeNames(expression.names())
            .build();
    try {
      StoreCalls.write(() -> client.updateItem(request));
    } catch (ConditionalCheckFailedException none) {
      // Given back before.
    }
  }

  @Override
  public List<Permit> held(LambdaName lambda) {
    var request =
        GetItemRequest.builder()
            .tableName(tables.permits())
            .key(key(lambda))
            .consistentRead(true)
            .build();
    var response = StoreCalls.read(() -> client.getItem(request));
    var permits = new ArrayList<Permit>();
    if (response.hasItem()) {
      new ItemReader(response.item())
          .map(HELD)
          .forEach((claimId, value) -> permits.add(permit(claimId, value.l())));
    }
    return permits;
  }

  private static Permit permit(String claimId, List<AttributeValue> fields) {
    var ref = new TaskRef(new TaskId(fields.get(0).s()), Long.parseLong(fields.get(1).n()));
    var takenAt = Instant.ofEpochMilli(Long.parseLong(fields.get(2).n()));
    return new Permit(ref, new ClaimId(claimId), takenAt);
  }

  private static Map<String, AttributeValue> key(LambdaName lambda) {
    return Map.of(LAMBDA, ItemWriter.text(lambda.value()));
  }
}
