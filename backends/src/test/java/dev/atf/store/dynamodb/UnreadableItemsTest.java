package dev.atf.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.LambdaRegistry.Row;
import dev.atf.store.LocalDynamoDb;
import dev.atf.store.TriggerEntry;
import dev.atf.store.dynamodb.item.AssociationItem;
import dev.atf.store.dynamodb.item.EntityItem;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.LambdaItem;
import dev.atf.store.dynamodb.item.RowReader;
import dev.atf.store.plans.PlanResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Tests rows of a later version, or damaged ones, among others (F27). */
final class UnreadableItemsTest {
  private static final Instant NOW = Instant.parse("2126-03-01T12:00:00Z");
  private static final LambdaName LAMBDA = new LambdaName("resize");

  private final LocalDynamoDb.Parts parts = LocalDynamoDb.shared().freshTables().parts();
  private final TableNames tables = parts.tables();

  @Test
  void anAssociationThatCannotBeReadDoesNotHideTheOthers() {
    var readable = association("1".repeat(32));
    parts.associations().create(readable);
    var stray = association("2".repeat(32));
    put(tables.associations(), AssociationItem.of(stray), "trigger_partition", "a/new/list");
    var later = association("3".repeat(32));
    put(tables.associations(), AssociationItem.of(later), "status", "SUSPENDED");

    var found =
        parts.associations().findAll(List.of(readable.taskId(), stray.taskId(), later.taskId()));

    assertThat(found).containsOnlyKeys(readable.taskId());
    assertThat(unreadable(tables.associations())).isEqualTo(1);
  }

  @Test
  void anEntityAndAnEntryThatCannotBeReadDoNotHideTheOthers() {
    var readable = association("1".repeat(32));
    parts.associations().create(readable);
    parts.entities().putIfAbsent(entity(readable));
    var later = association("2".repeat(32));
    put(tables.associations(), AssociationItem.of(later), "scheduled_at", "a while");
    put(tables.entities(), EntityItem.of(entity(later)), "scheduled_at", "a while");

    assertThat(parts.entities().findEntities(List.of(readable.taskId(), later.taskId())))
        .containsOnlyKeys(readable.taskId());
    var due = readable.header().list(Alarm.DUE);
    assertThat(parts.index().read(due, NOW, 10, Optional.empty()).entries())
        .extracting(TriggerEntry::taskId)
        .containsExactly(readable.taskId());
  }

  private static TaskEntity entity(Association task) {
    return new TaskEntity(task.header(), Payload.EMPTY, Map.of(), "f", NOW);
  }

  @Test
  void aLambdaThatCannotBeReadDoesNotHideTheOthers() {
    var readable = LambdaDefinition.withDefaults(LAMBDA, NOW);
    parts.lambdas().put(readable, Optional.empty());
    var later = LambdaDefinition.withDefaults(new LambdaName("later"), NOW);
    put(tables.lambdas(), LambdaItem.of(new Row(later)), "dispatch", "BROADCAST");
    var damaged = LambdaDefinition.withDefaults(new LambdaName("damaged"), NOW);
    var item = new HashMap<>(LambdaItem.of(new Row(damaged)));
    item.remove("updatedAt");
    put(tables.lambdas(), item);

    assertThat(parts.lambdas().list()).containsExactly(readable);
    assertThat(parts.lambdas().list()).as("listed from memory").containsExactly(readable);
    assertThat(unreadable(tables.lambdas())).isEqualTo(2);
  }

  @Test
  void aGateThatCannotBeReadIsClosedAndDropsNothing() {
    var other = new LambdaName("other");
    var collection = new CollectionName("spring");
    put(tables.gates(), gateRow(LAMBDA, "*", "OPEN"), "state", "THROTTLED");
    put(tables.gates(), gateRow(other, "spring", "DROPPING"), "until", "a while");
    parts.gates().put(new Gate(other, null, GateState.OPEN, null, "", "ana", NOW));

    var gates = parts.gates().read();

    assertThat(gates.state(LAMBDA, null, NOW)).isEqualTo(GateState.PAUSED);
    assertThat(gates.state(other, collection, NOW)).isEqualTo(GateState.PAUSED);
    assertThat(gates.state(other, null, NOW)).isEqualTo(GateState.OPEN);
    assertThat(parts.gates().read()).isEqualTo(gates);
    assertThat(unreadable(tables.gates())).isEqualTo(4);
  }

  @Test
  void settingOfALaterVersionOutlivesAChangeByThisOne() {
    var lambda = LambdaDefinition.withDefaults(LAMBDA, NOW);
    put(tables.lambdas(), LambdaItem.of(new Row(lambda)), "later", "kept");

    parts.lambdas().put(lambda.withClosedAt(NOW), Optional.of(lambda));
    parts.lambdas().put(lambda.withUpdatedAt(NOW), Optional.of(lambda.withClosedAt(NOW)));

    assertThat(parts.lambdas().find(LAMBDA)).contains(lambda.withUpdatedAt(NOW));
    assertThat(kept(tables.lambdas(), Map.of("name", ItemWriter.text(LAMBDA.value()))))
        .isEqualTo("kept");
  }

  @Test
  @Tag("D12")
  void attributeOfAPlanOfALaterVersionOutlivesAChangeByThisOne() {
    var id = PlanId.of(PlanKind.JOB, LAMBDA, "nightly");
    var plan = Plan.fresh(id, PlanKind.JOB, LAMBDA, "nightly", 1, NOW).with(bytes(1), NOW);
    put(tables.plans(), PlanItem.of(plan), "later", "kept");

    var resting = plan.next(bytes(2), null);
    assertThat(parts.plans().put(resting)).isInstanceOf(PlanResult.Written.class);

    assertThat(parts.plans().find(id)).contains(resting);
    assertThat(kept(tables.plans(), PlanItem.key(id, "#").build())).isEqualTo("kept");
  }

  private static Bytes bytes(int each) {
    return new Bytes(new byte[] {(byte) each});
  }

  private String kept(String table, Map<String, AttributeValue> key) {
    var item = parts.client().getItem(request -> request.tableName(table).key(key)).item();
    return Optional.ofNullable(item.get("later")).map(AttributeValue::s).orElse("removed");
  }

  private static Map<String, AttributeValue> gateRow(
      LambdaName lambda, String collection, String state) {
    return new ItemWriter()
        .text("lambda", lambda.value())
        .text("collection", collection)
        .text("state", state)
        .text("reason", "")
        .text("by", "ana")
        .text("set_at", NOW.toString())
        .build();
  }

  private static Association association(String id) {
    return Association.scheduled(
        new TaskHeader(
            new TaskId(id),
            LAMBDA,
            new Priority("normal"),
            null,
            0,
            NOW,
            NOW,
            NOW.plus(Duration.ofDays(1)),
            null));
  }

  private void put(String table, Map<String, AttributeValue> item, String name, String value) {
    var changed = new HashMap<>(item);
    changed.put(name, ItemWriter.text(value));
    put(table, changed);
  }

  private void put(String table, Map<String, AttributeValue> item) {
    parts.client().putItem(PutItemRequest.builder().tableName(table).item(item).build());
  }

  private double unreadable(String table) {
    return parts.meters().get(RowReader.UNREADABLE).tag("table", table).counter().count();
  }
}
