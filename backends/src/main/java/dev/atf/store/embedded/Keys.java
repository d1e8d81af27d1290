package dev.atf.store.embedded;

import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.Gate;
import dev.atf.store.RunningPermits;
import dev.atf.store.search.SearchEntry;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Keys of the database. The first octet is the kind of the record. Records of one kind are ordered
 * by the octets of their keys.
 */
final class Keys {
  /** Key in front of every other key. */
  static final byte[] FIRST = {0};

  static final byte[] BEHIND_ALL = {(byte) 0xff};

  static final byte ASSOCIATION = 'a';
  static final byte ENTITY = 'e';
  static final byte GATE = 'g';
  static final byte LAMBDA = 'l';
  static final byte PERMIT = 'p';
  static final byte PLAN = 'n';
  static final byte PLAN_PART = 'o';
  static final byte PLAN_TRIGGER = 'u';
  static final byte RESULT = 'r';
  static final byte ROUTE = 'w';
  static final byte SEARCH = 's';
  static final byte SUBSCRIPTION = 'b';
  static final byte TRIGGER = 'i';

  /** Key of the directory's format. */
  static final byte[] FORMAT_KEY = {'f'};

  /**
   * Octet at the end of a name. Names do not contain it, so that no key is a prefix of another
   * name's key.
   */
  private static final int END_OF_NAME = 0;

  private static final int TASK_ID_BYTES = 16;

  private Keys() {}

  static byte[] association(TaskId taskId) {
    return of(ASSOCIATION).hex(taskId.value()).toBytes();
  }

  static byte[] entity(TaskId taskId) {
    return of(ENTITY).hex(taskId.value()).toBytes();
  }

  /** Returns the key in front of the results and logs of a task. */
  static byte[] results(TaskId taskId) {
    return of(RESULT).hex(taskId.value()).toBytes();
  }

  static byte[] result(TaskId taskId, long epoch) {
    return of(RESULT).hex(taskId.value()).number(epoch).toBytes();
  }

  /**
   * Returns the key of a part of a log. It follows the result of its epoch, and is deleted with the
   * result.
   */
  static byte[] log(TaskId taskId, long epoch, int number) {
    return of(RESULT).hex(taskId.value()).number(epoch).number(number).toBytes();
  }

  /** Returns the key of the outputs of an epoch. It is in front of the log of the epoch. */
  static byte[] outputs(TaskId taskId, long epoch) {
    return log(taskId, epoch, 0);
  }

  /** Returns whether this is the key of the outputs of an epoch. */
  static boolean isOutputs(byte[] key) {
    int number = 1 + TASK_ID_BYTES + Long.BYTES;
    return key[0] == RESULT
        && key.length == number + Long.BYTES
        && ByteBuffer.wrap(key).getLong(number) == 0;
  }

  /** Returns the task id in the key of an association, an entity or a result. */
  static TaskId taskId(byte[] key) {
    return new TaskId(hex(key, 1));
  }

  /**
   * Returns the key of a trigger.
   *
   * @param millis milliseconds since 1970; earlier times sort first, even negative ones
   */
  static byte[] trigger(TriggerPartition partition, long millis, TaskId taskId) {
    return trigger(partition, millis).hex(taskId.value()).toBytes();
  }

  /** Returns the key in front of all triggers at this time or later. */
  static byte[] triggersFrom(TriggerPartition partition, long millis) {
    return trigger(partition, millis).toBytes();
  }

  /** Returns the key in front of all lists of a shard's groups of fairness keys. */
  static byte[] groups(TriggerPartition due) {
    return of(TRIGGER).raw(groupsOf(due)).toBytes();
  }

  /** Returns the group whose list contains the key. */
  static KeyGroup group(TriggerPartition due, byte[] key) {
    int from = 1 + groupsOf(due).length;
    int to = from;
    while (key[to] != END_OF_NAME) {
      to++;
    }
    return new KeyGroup(
        Integer.parseInt(new String(key, from, to - from, StandardCharsets.US_ASCII)));
  }

  private static byte[] groupsOf(TriggerPartition due) {
    return (due.key() + "/group/").getBytes(StandardCharsets.UTF_8);
  }

  static long triggerMillis(byte[] key) {
    return ByteBuffer.wrap(key).getLong(key.length - TASK_ID_BYTES - Long.BYTES) ^ Long.MIN_VALUE;
  }

  static TaskId triggerTaskId(byte[] key) {
    return new TaskId(hex(key, key.length - TASK_ID_BYTES));
  }

  /** Returns the prefix of all keys of a list of the search index. */
  static byte[] search(String list) {
    return of(SEARCH).hex(list).toBytes();
  }

  static byte[] search(String list, SearchEntry entry) {
    return of(SEARCH)
        .hex(list)
        .number(entry.descendingMillis())
        .hex(entry.taskId().value())
        .toBytes();
  }

  static SearchEntry searchEntry(byte[] key) {
    int at = key.length - TASK_ID_BYTES;
    return SearchEntry.ofDescending(
        ByteBuffer.wrap(key).getLong(at - Long.BYTES), new TaskId(hex(key, at)));
  }

  static byte[] plan(String id) {
    return of(PLAN).hex(id).toBytes();
  }

  /** Returns the key of a part, or the prefix of parts whose names have the same beginning. */
  static byte[] planPart(String id, String name) {
    return of(PLAN_PART).hex(id).raw(name.getBytes(StandardCharsets.UTF_8)).toBytes();
  }

  /** Returns the id in the key of a plan, or of one of its parts. */
  static String planId(byte[] key) {
    return hex(key, 1);
  }

  static String partName(byte[] key) {
    int before = 1 + TASK_ID_BYTES;
    return new String(key, before, key.length - before, StandardCharsets.UTF_8);
  }

  static byte[] planTrigger(String list, long millis, String id) {
    return listed(PLAN_TRIGGER, list, millis).hex(id).toBytes();
  }

  /** Returns the key in front of all entries at this time or later. */
  static byte[] planTriggersFrom(String list, long millis) {
    return listed(PLAN_TRIGGER, list, millis).toBytes();
  }

  static byte[] lambda(LambdaName name) {
    return named(LAMBDA, name.value()).toBytes();
  }

  static byte[] gate(Gate gate) {
    var key = named(GATE, gate.lambda().value());
    var collection = gate.collection();
    return collection == null ? key.toBytes() : key.text(collection.value()).toBytes();
  }

  static byte[] route(LambdaName name) {
    return named(ROUTE, name.value()).toBytes();
  }

  static byte[] subscription(String name) {
    return named(SUBSCRIPTION, name).toBytes();
  }

  static byte[] permit(RunningPermits.Scope scope, ClaimId claimId) {
    return named(PERMIT, scope.key()).text(claimId.value()).toBytes();
  }

  static byte[] kind(byte kind) {
    return new byte[] {kind};
  }

  private static KeyWriter trigger(TriggerPartition partition, long millis) {
    return listed(TRIGGER, partition.key(), millis);
  }

  private static KeyWriter listed(byte kind, String list, long millis) {
    return named(kind, list).number(millis ^ Long.MIN_VALUE);
  }

  private static KeyWriter named(byte kind, String name) {
    return of(kind).raw(name.getBytes(StandardCharsets.UTF_8)).octet(END_OF_NAME);
  }

  private static String hex(byte[] key, int from) {
    return HexFormat.of().formatHex(key, from, from + TASK_ID_BYTES);
  }

  private static KeyWriter of(byte kind) {
    return new KeyWriter().octet(kind);
  }

  /** Writes the parts of a key one after the other. Keys are compared octet by octet. */
  private static final class KeyWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);

    KeyWriter octet(int value) {
      bytes.write(value);
      return this;
    }

    /** Writes eight octets, the most significant first. */
    KeyWriter number(long value) {
      return raw(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }

    KeyWriter raw(byte[] value) {
      bytes.writeBytes(value);
      return this;
    }

    /** Writes a text of fewer than 128 octets, after its length. */
    KeyWriter text(String value) {
      var octets = value.getBytes(StandardCharsets.UTF_8);
      if (octets.length > Byte.MAX_VALUE) {
        throw new IllegalArgumentException(octets.length + " bytes in a key");
      }
      return octet(octets.length).raw(octets);
    }

    /** Writes hexadecimal digits, two in each octet. */
    KeyWriter hex(String digits) {
      return raw(HexFormat.of().parseHex(digits));
    }

    byte[] toBytes() {
      return bytes.toByteArray();
    }
  }
}
