package dev.atf.store.dynamodb.expression;

import dev.atf.model.task.Transition;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Transition as expressions of DynamoDB.
 *
 * @param condition expression of all guards
 * @param update expression of all changes
 */
public record TransitionExpression(
    String condition,
    String update,
    Map<String, String> names,
    Map<String, AttributeValue> values) {

  public static TransitionExpression of(Transition transition) {
    var expression = new Expression();
    var guards = new GuardExpression(expression);
    var condition =
        transition.guards().stream().map(guards::of).collect(Collectors.joining(" AND "));
    var changes = new ChangeExpression(expression);
    transition.changes().forEach(changes::add);
    return new TransitionExpression(
        condition, changes.text(), expression.names(), expression.values());
  }
}
