package dev.atf.store.embedded.record;

import dev.atf.model.task.Subscription;
import dev.atf.store.codec.NoticeCodec;
import dev.atf.store.stored.Stored;
import java.util.Optional;

/** A subscription as the value of its key. */
public final class SubscriptionRecord {
  private SubscriptionRecord() {}

  /**
   * @param stored the record that it replaces; empty if there is none
   */
  public static byte[] of(Subscription subscription, Optional<byte[]> stored) {
    return Layout.of(NoticeCodec.write(subscription), stored);
  }

  public static Subscription read(byte[] record) {
    return NoticeCodec.read(Layout.read(Stored.Subscription.parser(), record));
  }
}
