package dev.atf.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.model.task.Association;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.FormerData;
import dev.atf.store.LocalDynamoDb;
import dev.atf.store.dynamodb.item.AssociationItem;
import dev.atf.store.plans.PlanResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of an earlier version, whose private attributes are texts, are read beside today's. */
final class FormerItemsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final LocalDynamoDb.Parts parts = LocalDynamoDb.shared().freshTables().parts();

  @BeforeEach
  void putFormerItems() throws IOException {
    for (var line : lines()) {
      var table =
          line.startsWith("plans ") ? parts.tables().plans() : parts.tables().associations();
      var item = value(JSON.readTree(line.substring(line.indexOf(' ') + 1))).m();
      parts.client().putItem(request -> request.tableName(table).item(item));
    }
  }

  @Test
  void associationsAreReadWithOriginsParentsAndChildren() {
    for (var task : FormerData.associations()) {
      assertThat(parts.associations().find(task.taskId())).contains(task);
    }
  }

  @Test
  void plansAndPartsAreReadAsTodaysBytes() {
    for (var plan : FormerData.plans()) {
      assertThat(parts.plans().find(plan.id())).contains(plan);
    }
    for (var part : FormerData.parts()) {
      assertThat(parts.plans().parts(part.plan(), part.name(), 1)).containsExactly(part);
    }
  }

  @Test
  void formerAndCurrentItemsAreReadSideBySide() {
    var tasks = FormerData.associations();
    // Every second one is rewritten as this version writes it.
    IntStream.range(0, tasks.size())
        .filter(i -> i % 2 == 0)
        .forEach(i -> put(parts.tables().associations(), AssociationItem.of(tasks.get(i))));
    var all = FormerData.parts();
    put(parts.tables().plans(), PlanItem.of(all.get(1)));

    var ids = tasks.stream().map(Association::taskId).toList();
    assertThat(parts.associations().findAll(ids).values())
        .containsExactlyInAnyOrderElementsOf(tasks);
    var steps = parts.plans().parts(all.get(1).plan(), "steps/", 2);
    assertThat(steps).containsExactlyElementsOf(stepsOf(all));
  }

  private static List<PlanPart> stepsOf(List<PlanPart> all) {
    return all.stream().filter(part -> part.name().startsWith("steps/")).toList();
  }

  @Test
  void rewrittenPlanHoldsBytes() {
    for (var plan : FormerData.plans()) {
      var next = plan.next(plan.state(), plan.alarmAt());

      assertThat(parts.plans().put(next)).isInstanceOf(PlanResult.Written.class);

      assertThat(parts.plans().find(plan.id())).contains(next);
      var key = PlanItem.key(plan.id(), "#").build();
      var item = parts.client().getItem(it -> it.tableName(parts.tables().plans()).key(key)).item();
      assertThat(Objects.requireNonNull(item.get("body")).type()).isEqualTo(AttributeValue.Type.B);
    }
  }

  private void put(String table, Map<String, AttributeValue> item) {
    parts.client().putItem(request -> request.tableName(table).item(item));
  }

  private static List<String> lines() throws IOException {
    try (var file =
        Objects.requireNonNull(FormerData.class.getResourceAsStream("former-items.txt"))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** Returns a value from the JSON that DynamoDB's own tools use. */
  private static AttributeValue value(JsonNode json) {
    var field = json.properties().iterator().next();
    var node = field.getValue();
    return switch (field.getKey()) {
      case "S" -> AttributeValue.fromS(node.asText());
      case "N" -> AttributeValue.fromN(node.asText());
      case "BOOL" -> AttributeValue.fromBool(node.asBoolean());
      case "B" ->
          AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(node.asText())));
      case "L" ->
          AttributeValue.fromL(
              StreamSupport.stream(node.spliterator(), false).map(FormerItemsTest::value).toList());
      case "M" -> {
        var map = new HashMap<String, AttributeValue>();
        node.properties().forEach(each -> map.put(each.getKey(), value(each.getValue())));
        yield AttributeValue.fromM(map);
      }
      default -> throw new IllegalArgumentException(field.getKey());
    };
  }
}
