package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.CREATED_AT;
import static dev.atf.store.dynamodb.item.Attributes.NEXT_TRIGGER_AT;
import static dev.atf.store.dynamodb.item.Attributes.PART;
import static dev.atf.store.dynamodb.item.Attributes.PLAN_ID;
import static dev.atf.store.dynamodb.item.Attributes.ROW;
import static dev.atf.store.dynamodb.item.Attributes.TRIGGER_PARTITION;
import static dev.atf.store.dynamodb.item.Attributes.VERSION;

import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanList;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.dynamodb.call.CapacityMeter;
import dev.atf.store.dynamodb.call.ConditionalRows;
import dev.atf.store.dynamodb.call.RefusedItem;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.expression.KnownAttributes;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Plans table. A plan and its parts have one hash key, and the plan comes first. */
public final class DynamoDbPlans implements Plans {
  private static final String ABSENT = "attribute_not_exists(" + PLAN_ID + ")";

  private final DynamoDbClient client;
  private final TableNames tables;

  @Inject
  DynamoDbPlans(DynamoDbClient client, TableNames tables) {
    this.client = client;
    this.tables = tables;
  }

  @Override
  public PlanResult put(Plan plan) {
    var expression = new Expression();
    var condition = plan.version() == 1 ? ABSENT : isVersion(expression, plan, plan.version() - 1);
    var update = KnownAttributes.update(expression, PlanItem.ROW_ATTRIBUTES, PlanItem.of(plan));
    var request =
        UpdateItemRequest.builder()
            .tableName(tables.plans())
            .key(PlanItem.key(plan.id(), ROW).build())
            .conditionExpression(condition)
            .updateExpression(update)
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .overrideConfiguration(CapacityMeter.ofEvent("plan_" + plan.kind().tag()))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    try {
      StoreCalls.write(() -> client.updateItem(request));
      return new PlanResult.Written();
    } catch (ConditionalCheckFailedException refused) {
      var key = PlanItem.key(plan.id(), ROW).build();
      var found = RefusedItem.of(refused, client, tables.plans(), key);
      return new PlanResult.Refused(
          found.isEmpty() ? Optional.empty() : Optional.of(PlanItem.read(found)));
    }
  }

  @Override
  public Optional<Plan> find(PlanId id) {
    return StoreCalls.find(client, tables.plans(), PlanItem.key(id, ROW).build())
        .map(PlanItem::read);
  }

  @Override
  public boolean delete(Plan seen) {
    var expression = new Expression();
    var key = PlanItem.key(seen.id(), ROW).build();
    var condition = isVersion(expression, seen, seen.version());
    return ConditionalRows.delete(client, tables.plans(), key, condition, expression);
  }

  private static String isVersion(Expression expression, Plan plan, long version) {
    return expression.equal(VERSION, ItemWriter.number(version))
        + " AND "
        + expression.equal(CREATED_AT, ItemWriter.millis(plan.createdAt()));
  }

  @Override
  public boolean putPart(PlanPart part) {
    var request =
        PutItemRequest.builder()
            .tableName(tables.plans())
            .item(PlanItem.of(part))
            .conditionExpression(ABSENT)
            .build();
    return StoreCalls.writeIf(() -> client.putItem(request));
  }

  @Override
  public void deletePart(PlanId plan, String name) {
    var request =
        DeleteItemRequest.builder()
            .tableName(tables.plans())
            .key(PlanItem.key(plan, name).build())
            .build();
    StoreCalls.write(() -> client.deleteItem(request));
  }

  @Override
  public List<PlanPart> parts(PlanId plan, String from, int limit) {
    var expression = new Expression();
    // The row's name sorts before that of any part.
    var first = from.isEmpty() ? "0" : from;
    var request =
        QueryRequest.builder()
            .tableName(tables.plans())
            .consistentRead(true)
            .keyConditionExpression(
                expression.equal(PLAN_ID, ItemWriter.text(plan.value()))
                    + " AND "
                    + expression.compare(PART, ">=", ItemWriter.text(first)))
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values());
    var parts = new ArrayList<PlanPart>();
    boolean more = true;
    while (more && parts.size() < limit) {
      request.limit(limit - parts.size());
      var response = StoreCalls.read(() -> client.query(request.build()));
      response.items().forEach(item -> parts.add(PlanItem.readPart(item)));
      request.exclusiveStartKey(response.lastEvaluatedKey());
      more = response.hasLastEvaluatedKey();
    }
    return parts;
  }

  @Override
  public PlanPage read(PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after) {
    var expression = new Expression();
    var request =
        QueryRequest.builder()
            .tableName(tables.plans())
            .indexName(TableSchema.DUE_INDEX)
            .keyConditionExpression(
                expression.equal(TRIGGER_PARTITION, ItemWriter.text(list.key()))
                    + " AND "
                    + expression.compare(NEXT_TRIGGER_AT, "<=", ItemWriter.millis(until)))
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .limit(limit);
    after.ifPresent(mark -> request.exclusiveStartKey(key(list, mark)));
    var response = StoreCalls.read(() -> client.query(request.build()));
    return new PlanPage(
        response.items().stream().map(DynamoDbPlans::mark).toList(),
        response.hasLastEvaluatedKey()
            ? Optional.of(mark(response.lastEvaluatedKey()))
            : Optional.empty());
  }

  private static Map<String, AttributeValue> key(PlanList list, PlanPage.Mark mark) {
    return PlanItem.key(mark.id(), ROW)
        .text(TRIGGER_PARTITION, list.key())
        .millis(NEXT_TRIGGER_AT, mark.at())
        .build();
  }

  private static PlanPage.Mark mark(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    return new PlanPage.Mark(item.millis(NEXT_TRIGGER_AT), new PlanId(item.text(PLAN_ID)));
  }
}
