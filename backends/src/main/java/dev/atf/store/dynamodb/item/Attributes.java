package dev.atf.store.dynamodb.item;

import dev.atf.model.Alarm;

/**
 * Names of all attributes. They are short, because each letter counts in every write of an
 * association, which must stay below 1 KB.
 *
 * <p>Times are numbers in milliseconds since 1970. Only {@link #EXPIRES_AT} and {@link #KEEP_UNTIL}
 * are in seconds, because the TTL of DynamoDB requires seconds.
 */
public final class Attributes {
  /**
   * Key of entities and associations. The key of a large result is {@code
   * <task_id>/result/<epoch>}.
   */
  public static final String TASK_ID = "task_id";

  /**
   * Time at which DynamoDB may delete the item. It is the TTL attribute of every table with a TTL.
   */
  public static final String EXPIRES_AT = "expires_at";

  // Entity and association.
  public static final String LAMBDA = "lambda";
  static final String PRIORITY = "priority";
  public static final String COLLECTION = "collection";
  public static final String SHARD = "shard";
  public static final String CREATED_AT = "created_at";
  public static final String SCHEDULED_AT = "scheduled_at";
  public static final String DEADLINE = "deadline";
  public static final String KEEP_UNTIL = "keep_until";

  /** Fairness key; absent if the task has none. */
  static final String FAIRNESS_KEY = "fair";

  /** Route that has chosen the lambda; absent if there is none. */
  static final String ROUTED_BY = "routed";

  /** Plan that has created the association; absent if there is none. */
  static final String ORIGIN = "origin";

  /** Parent of a child; absent for other tasks. */
  static final String PARENT = "parent";

  public static final String ON_FINISH = "on_finish";

  // Entity and large result.
  static final String PAYLOAD = "payload";
  static final String CONTENT_TYPE = "content_type";
  static final String LABELS = "labels";
  public static final String FINGERPRINT = "fingerprint";

  /** Files of the task; absent if it has none. */
  static final String FILES = "files";

  // Association: the key of the index.
  public static final String TRIGGER_PARTITION = "trigger_partition";
  public static final String NEXT_TRIGGER_AT = "next_trigger_at";

  // Association: its state.
  public static final String STATUS = "status";
  public static final String EPOCH = "epoch";
  public static final String ATTEMPT = "attempt";
  public static final String PUSHES = "pushes";

  public static final String DEATHS = "deaths";

  /** Number of attempts that drains ended; absent if there are none. */
  public static final String DRAINS = "drains";

  /** Present if, and only if, cancellation was requested. */
  public static final String CANCEL = "cancel";

  /** Latest epoch whose attempt should be killed; absent if there is none. */
  public static final String KILL = "kill";

  /**
   * Condition for which the task waits or last waited, and the number of times that the task was
   * blocked.
   */
  public static final String BLOCK = "block";

  static final String CONDITION = "condition";
  static final String TIMES = "times";

  public static final String CLAIM_ID = "claim_id";
  public static final String OWNER = "owner";
  public static final String LEASE_UNTIL = "lease_until";

  /** Number of the latest notes of the claim; absent before the first numbered notes. */
  public static final String NOTES_SEQUENCE = "said";

  /** Present if, and only if, the claimed attempt has its own process. */
  public static final String ALONE = "alone";

  public static final String STARTED_AT = "started_at";
  public static final String FINISHED_AT = "finished_at";

  /** Outcome as a map, so that one clause replaces all of it. */
  public static final String OUTCOME = "outcome";

  /** Progress as a map with {@link #RESULT} and {@link #RESULT_TYPE}. */
  public static final String PROGRESS = "progress";

  public static final String CHECKPOINT = "checkpoint";

  /**
   * History as a map of its slots. It exists from the creation of the task, so that a slot can be
   * set without a read.
   */
  public static final String HISTORY = "history";

  static final String DIGEST = "digest";
  static final String RESULT = "result";
  static final String RESULT_TYPE = "type";

  /** Present if, and only if, the result is a separate item. */
  static final String RESULT_APART = "apart";

  static final String CHILDREN = "children";

  /** Present if, and only if, children may still have to be created. */
  public static final String OUTBOX = "outbox";

  /** Jobs of children that another task waits for, even if they are already created. */
  static final String JOINS = "joins";

  public static final String NOTICES = "notices";
  public static final String NOTICES_DUE = "notices_due";

  // Subscriptions, in the table of gates.
  public static final String SUBSCRIPTION = "subscription";

  static final String FAILURE_CODE = "code";
  static final String FAILURE_MESSAGE = "message";
  static final String FAILURE_DETAILS = "details";
  static final String FAILURE_RETRIABLE = "retriable";

  // Route, in the table of lambdas.
  public static final String ROUTE = "route";

  // Lambda. Its other attributes have the names of its settings.
  public static final String NAME = "name";

  // Member.
  public static final String SERVICE = "service";
  public static final String MEMBER = "member";
  public static final String SEEN_AT = "seen_at";

  public static final String NOTE = "note";

  // Gate: the lambda is its LAMBDA, the collection its COLLECTION.
  public static final String STATE = "state";
  static final String UNTIL = "until";
  static final String REASON = "reason";
  static final String BY = "by";
  public static final String SET_AT = "set_at";

  // Plan: its key is the plan's id and the name of a part, or this for the plan itself.
  public static final String PLAN_ID = "plan_id";

  public static final String PART = "part";
  public static final String ROW = "#";
  public static final String VERSION = "version";
  public static final String KIND = "kind";
  public static final String LISTED = "listed";
  public static final String BODY = "body";

  // Entry of the search index.
  public static final String SEARCH_LIST = "list";

  public static final String SEARCH_ENTRY = "entry";

  // Permits of a lambda: a map of claims.
  public static final String HELD = "held";

  private Attributes() {}

  /**
   * Returns the attribute in which an association stores the partition of an alarm. A writer that
   * only knows the id of a task copies it in the same request, because DynamoDB cannot concatenate
   * strings. There is none for {@link Alarm#HELD}: few tasks are ever held, and a writer that holds
   * one knows its list.
   */
  public static String partitionOf(Alarm alarm) {
    return switch (alarm) {
      case DUE -> "in_due";
      case CHECK -> "in_check";
      case HELD -> throw new IllegalArgumentException("the list of held tasks is given");
      case DEAD -> "in_dead";
      case DONE -> "in_done";
    };
  }
}
