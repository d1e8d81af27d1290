package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.BODY;
import static dev.atf.store.dynamodb.item.Attributes.CREATED_AT;
import static dev.atf.store.dynamodb.item.Attributes.EXPIRES_AT;
import static dev.atf.store.dynamodb.item.Attributes.KIND;
import static dev.atf.store.dynamodb.item.Attributes.LAMBDA;
import static dev.atf.store.dynamodb.item.Attributes.LISTED;
import static dev.atf.store.dynamodb.item.Attributes.NAME;
import static dev.atf.store.dynamodb.item.Attributes.NEXT_TRIGGER_AT;
import static dev.atf.store.dynamodb.item.Attributes.PART;
import static dev.atf.store.dynamodb.item.Attributes.PLAN_ID;
import static dev.atf.store.dynamodb.item.Attributes.ROW;
import static dev.atf.store.dynamodb.item.Attributes.SHARD;
import static dev.atf.store.dynamodb.item.Attributes.TRIGGER_PARTITION;
import static dev.atf.store.dynamodb.item.Attributes.VERSION;

import dev.atf.model.LambdaName;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Plans and their parts as items of one table. */
public final class PlanItem {
  /** Names of all attributes of a row except those of its key. */
  static final List<String> ROW_ATTRIBUTES =
      List.of(
          KIND,
          LAMBDA,
          NAME,
          SHARD,
          VERSION,
          LISTED,
          CREATED_AT,
          BODY,
          EXPIRES_AT,
          TRIGGER_PARTITION,
          NEXT_TRIGGER_AT);

  private PlanItem() {}

  public static ItemWriter key(PlanId plan, String part) {
    return new ItemWriter().text(PLAN_ID, plan.value()).text(PART, part);
  }

  public static Map<String, AttributeValue> of(Plan plan) {
    var item =
        key(plan.id(), ROW)
            .text(KIND, plan.kind().tag())
            .text(LAMBDA, plan.lambda().value())
            .text(NAME, plan.name())
            .number(SHARD, plan.shard())
            .number(VERSION, plan.version())
            .mark(LISTED, plan.listed())
            .millis(CREATED_AT, plan.createdAt())
            .bytes(BODY, plan.state().value())
            .seconds(EXPIRES_AT, plan.expiresAt());
    PlanList.of(plan)
        .ifPresent(
            list ->
                item.text(TRIGGER_PARTITION, list.key())
                    .millis(NEXT_TRIGGER_AT, PlanList.at(plan)));
    return item.build();
  }

  public static Plan read(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    var kind = PlanKind.valueOf(item.text(KIND).toUpperCase(Locale.ROOT));
    var lambda = new LambdaName(item.text(LAMBDA));
    int shard = item.count(SHARD);
    var live = PlanList.live(lambda, kind, shard).key();
    boolean alive = item.has(TRIGGER_PARTITION) && item.text(TRIGGER_PARTITION).equals(live);
    return new Plan(
        new PlanId(item.text(PLAN_ID)),
        kind,
        lambda,
        item.text(NAME),
        shard,
        item.number(VERSION),
        alive ? item.millis(NEXT_TRIGGER_AT) : null,
        item.has(LISTED),
        item.millis(CREATED_AT),
        new Bytes(item.bytes(BODY)),
        item.secondsOrNull(EXPIRES_AT));
  }

  public static Map<String, AttributeValue> of(PlanPart part) {
    return key(part.plan(), part.name())
        .bytes(BODY, part.body().value())
        .seconds(EXPIRES_AT, part.expiresAt())
        .build();
  }

  public static PlanPart readPart(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    return new PlanPart(
        new PlanId(item.text(PLAN_ID)),
        item.text(PART),
        new Bytes(item.bytes(BODY)),
        item.secondsOrNull(EXPIRES_AT));
  }
}
