package dev.atf.store.embedded.record;

import dev.atf.model.task.Subscription;
import dev.atf.store.codec.NoticeCodec;
import dev.atf.store.stored.Stored;
import java.util.Optional;

/** Subscription as the value of its key. */
public final class SubscriptionRecord {
  private SubscriptionRecord() {}

  /**
   * Returns the record of a subscription.
   *
   * @param stored record to replace; empty if there is none
   */
  public static byte[] of(Subscription subscription, Optional<byte[]> stored) {
    return Layout.of(NoticeCodec.write(subscription), stored);
  }

  public static Subscription read(byte[] record) {
    return NoticeCodec.read(Layout.read(Stored.Subscription.parser(), record));
  }
}
