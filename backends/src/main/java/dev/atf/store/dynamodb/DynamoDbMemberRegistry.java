package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.EXPIRES_AT;
import static dev.atf.store.dynamodb.item.Attributes.MEMBER;
import static dev.atf.store.dynamodb.item.Attributes.NOTE;
import static dev.atf.store.dynamodb.item.Attributes.SEEN_AT;
import static dev.atf.store.dynamodb.item.Attributes.SERVICE;

import dev.atf.store.MemberRegistry;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Members table. It has a row for each member. The table's TTL deletes a row some time after the
 * member's last heartbeat.
 */
final class DynamoDbMemberRegistry implements MemberRegistry {
  private final DynamoDbClient client;
  private final TableNames tables;

  @Inject
  DynamoDbMemberRegistry(DynamoDbClient client, TableNames tables) {
    this.client = client;
    this.tables = tables;
  }

  @Override
  public void beat(String service, String member, String note, Instant now, Instant forgottenAt) {
    var request = put(service, member, new Sighting(now, note), forgottenAt).build();
    StoreCalls.write(() -> client.putItem(request));
  }

  @Override
  public boolean replace(
      String service, String member, Optional<Sighting> seen, Sighting next, Instant forgottenAt) {
    var expression = new Expression();
    var condition =
        seen.map(
                row ->
                    expression.equal(SEEN_AT, ItemWriter.millis(row.at()))
                        + " AND "
                        + expression.equal(NOTE, ItemWriter.text(row.note())))
            .orElseGet(
                () ->
                    "attribute_not_exists("
                        + expression.name(SERVICE)
                        + ") OR "
                        // The TTL deletes it some days late.
                        + expression.compare(EXPIRES_AT, "<=", ItemWriter.seconds(next.at())));
    var request =
        put(service, member, next, forgottenAt)
            .conditionExpression(condition)
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .build();
    return StoreCalls.writeIf(() -> client.putItem(request));
  }

  private PutItemRequest.Builder put(
      String service, String member, Sighting row, Instant forgottenAt) {
    return PutItemRequest.builder()
        .tableName(tables.members())
        .item(
            key(service, member)
                .text(NOTE, row.note())
                .millis(SEEN_AT, row.at())
                .seconds(EXPIRES_AT, forgottenAt)
                .build());
  }

  @Override
  public void leave(String service, String member) {
    var request =
        DeleteItemRequest.builder()
            .tableName(tables.members())
            .key(key(service, member).build())
            .build();
    StoreCalls.write(() -> client.deleteItem(request));
  }

  @Override
  public SortedMap<String, Sighting> seen(String service, Instant since) {
    var expression = new Expression();
    var request =
        QueryRequest.builder()
            .tableName(tables.members())
            // So that a member that has just beaten finds itself.
            .consistentRead(true)
            .keyConditionExpression(expression.equal(SERVICE, ItemWriter.text(service)))
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .build();
    var seen = new TreeMap<String, Sighting>();
    StoreCalls.readAll(client.queryPaginator(request)).stream()
        .flatMap(page -> page.items().stream())
        .map(ItemReader::new)
        .filter(item -> item.millis(SEEN_AT).isAfter(since))
        .forEach(
            item ->
                seen.put(item.text(MEMBER), new Sighting(item.millis(SEEN_AT), item.text(NOTE))));
    return seen;
  }

  private static ItemWriter key(String service, String member) {
    return new ItemWriter().text(SERVICE, service).text(MEMBER, member);
  }
}
