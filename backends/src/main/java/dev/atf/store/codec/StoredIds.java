package dev.atf.store.codec;

import com.google.protobuf.ByteString;
import dev.atf.model.CollectionName;
import dev.atf.model.TaskId;
import dev.atf.model.fairness.FairnessKey;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Ids of 32 hexadecimal digits as 16 bytes, and optional names as texts. */
public final class StoredIds {
  private static final HexFormat HEX = HexFormat.of();

  private StoredIds() {}

  public static ByteString of(TaskId id) {
    return of(id.value());
  }

  static ByteString of(String hex) {
    return ByteString.copyFrom(HEX.parseHex(hex));
  }

  public static TaskId taskId(ByteString id) {
    return new TaskId(hex(id));
  }

  static String hex(ByteString id) {
    return HEX.formatHex(id.toByteArray());
  }

  /** Returns the stored name; an empty text for no name. */
  public static String of(@Nullable CollectionName collection) {
    return collection == null ? "" : collection.value();
  }

  public static @Nullable CollectionName collection(String name) {
    return name.isEmpty() ? null : new CollectionName(name);
  }

  /** Returns the stored key; an empty text for no key. */
  public static String of(@Nullable FairnessKey key) {
    return key == null ? "" : key.value();
  }

  public static @Nullable FairnessKey fairnessKey(String key) {
    return key.isEmpty() ? null : new FairnessKey(key);
  }
}
