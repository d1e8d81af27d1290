package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.item.Attributes.COLLECTION;
import static dev.atf.store.dynamodb.item.Attributes.EPOCH;
import static dev.atf.store.dynamodb.item.Attributes.LAMBDA;
import static dev.atf.store.dynamodb.item.Attributes.MEMBER;
import static dev.atf.store.dynamodb.item.Attributes.NAME;
import static dev.atf.store.dynamodb.item.Attributes.NEXT_TRIGGER_AT;
import static dev.atf.store.dynamodb.item.Attributes.PART;
import static dev.atf.store.dynamodb.item.Attributes.PLAN_ID;
import static dev.atf.store.dynamodb.item.Attributes.SCHEDULED_AT;
import static dev.atf.store.dynamodb.item.Attributes.SEARCH_ENTRY;
import static dev.atf.store.dynamodb.item.Attributes.SEARCH_LIST;
import static dev.atf.store.dynamodb.item.Attributes.SERVICE;
import static dev.atf.store.dynamodb.item.Attributes.TASK_ID;
import static dev.atf.store.dynamodb.item.Attributes.TRIGGER_PARTITION;

import dev.atf.store.dynamodb.item.Attributes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Required form of one table. {@link DynamoDbTables}, which creates tables, and the code that
 * deploys them use it.
 *
 * @param expires whether items expire by the TTL of {@link Attributes#EXPIRES_AT}
 * @param streams whether its stream contains every write, with the item before and after it
 */
public record TableSchema(
    String table,
    Key hash,
    Optional<Key> range,
    Optional<Index> index,
    boolean expires,
    boolean streams) {
  /** Name of the index of associations by their next trigger. */
  static final String DUE_INDEX = "due";

  /** Attribute that is part of a key. */
  public record Key(String attribute, ScalarAttributeType type) {
    private static Key text(String attribute) {
      return new Key(attribute, ScalarAttributeType.S);
    }

    private static Key number(String attribute) {
      return new Key(attribute, ScalarAttributeType.N);
    }
  }

  /**
   * Global secondary index.
   *
   * @param projection attributes in addition to the keys; may be empty
   */
  public record Index(String name, Key hash, Key range, List<String> projection) {
    public Index {
      projection = List.copyOf(projection);
    }
  }

  /**
   * Index of due associations, soonest first. It projects only attributes that change together with
   * its keys, so that claims and heartbeats cost no index write.
   */
  private static final Index DUE =
      new Index(
          DUE_INDEX,
          Key.text(TRIGGER_PARTITION),
          Key.number(NEXT_TRIGGER_AT),
          List.of(EPOCH, COLLECTION, SCHEDULED_AT));

  /** Index of plans by the time of their next check. */
  private static final Index DUE_PLANS =
      new Index(DUE_INDEX, Key.text(TRIGGER_PARTITION), Key.number(NEXT_TRIGGER_AT), List.of());

  /** Returns all tables of a cluster. */
  public static List<TableSchema> of(TableNames names) {
    var task = Key.text(TASK_ID);
    return List.of(
        new TableSchema(names.entities(), task, Optional.empty(), Optional.empty(), true, false),
        new TableSchema(names.associations(), task, Optional.empty(), Optional.of(DUE), true, true),
        new TableSchema(
            names.lambdas(), Key.text(NAME), Optional.empty(), Optional.empty(), false, false),
        new TableSchema(
            names.members(),
            Key.text(SERVICE),
            Optional.of(Key.text(MEMBER)),
            Optional.empty(),
            true,
            false),
        new TableSchema(
            names.gates(),
            Key.text(LAMBDA),
            Optional.of(Key.text(COLLECTION)),
            Optional.empty(),
            false,
            false),
        new TableSchema(
            names.permits(), Key.text(LAMBDA), Optional.empty(), Optional.empty(), false, false),
        new TableSchema(
            names.plans(),
            Key.text(PLAN_ID),
            Optional.of(Key.text(PART)),
            Optional.of(DUE_PLANS),
            true,
            false),
        new TableSchema(
            names.search(),
            Key.text(SEARCH_LIST),
            Optional.of(Key.text(SEARCH_ENTRY)),
            Optional.empty(),
            true,
            false));
  }

  /** Returns the keys of the table and its index, without duplicates. */
  public List<Key> keys() {
    return Stream.of(
            Stream.of(hash),
            range.stream(),
            index.stream().flatMap(due -> Stream.of(due.hash(), due.range())))
        .flatMap(keys -> keys)
        .toList();
  }
}
