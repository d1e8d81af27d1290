package dev.atf.peers;

import com.github.kagkarlsson.scheduler.serializer.Serializer;

/** Payloads that are bytes already. */
final class PlainBytes implements Serializer {
  @Override
  public byte[] serialize(Object data) {
    return (byte[]) data;
  }

  @Override
  public <T> T deserialize(Class<T> type, byte[] serialized) {
    return type.cast(serialized);
  }
}
