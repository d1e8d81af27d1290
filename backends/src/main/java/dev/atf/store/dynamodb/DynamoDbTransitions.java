package dev.atf.store.dynamodb;

import dev.atf.model.task.Transition;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.dynamodb.call.CapacityMeter;
import dev.atf.store.dynamodb.call.RefusedItem;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.TransitionExpression;
import dev.atf.store.dynamodb.item.AssociationItem;
import dev.atf.store.dynamodb.item.TaskKey;
import jakarta.inject.Inject;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Applies transitions, each as one conditional UpdateItem. */
final class DynamoDbTransitions implements TaskTransitions {
  private final DynamoDbClient client;
  private final TableNames tables;
  private final KeyGroupRows groups;

  @Inject
  DynamoDbTransitions(DynamoDbClient client, TableNames tables, KeyGroupRows groups) {
    this.client = client;
    this.tables = tables;
    this.groups = groups;
  }

  @Override
  public TransitionResult apply(Transition transition) {
    var expression = TransitionExpression.of(transition);
    var request =
        UpdateItemRequest.builder()
            .tableName(tables.associations())
            .key(TaskKey.of(transition.taskId()))
            .conditionExpression(expression.condition())
            .updateExpression(expression.update())
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .returnValues(ReturnValue.ALL_NEW)
            .overrideConfiguration(CapacityMeter.of(transition.event()))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    try {
      var response = StoreCalls.write(() -> client.updateItem(request));
      var after = AssociationItem.read(response.attributes()).orElseThrow();
      groups.wrote(after);
      return new TransitionResult.Applied(after);
    } catch (ConditionalCheckFailedException refused) {
      var found = RefusedItem.of(refused, client, request.tableName(), request.key());
      return new TransitionResult.Refused(
          found.isEmpty() ? Optional.empty() : AssociationItem.read(found));
    }
  }
}
