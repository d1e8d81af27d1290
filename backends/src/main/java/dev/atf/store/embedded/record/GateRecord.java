package dev.atf.store.embedded.record;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.store.codec.LambdaRowCodec;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.Stored;
import java.util.Optional;

/** Gate as the value of its key. */
public final class GateRecord {
  private GateRecord() {}

  /**
   * Returns the record of a gate.
   *
   * @param stored record to replace; empty if there is none
   */
  public static byte[] of(Gate gate, Optional<byte[]> stored) {
    return Layout.of(message(gate), stored);
  }

  private static Stored.Gate message(Gate gate) {
    var message =
        Stored.Gate.newBuilder()
            .setLambda(gate.lambda().value())
            .setCollection(StoredIds.of(gate.collection()))
            .setState(Stored.Gate.State.valueOf(gate.state().name()))
            .setReason(gate.reason())
            .setBy(gate.by())
            .setSetAt(LambdaRowCodec.timestamp(gate.setAt()));
    Optional.ofNullable(gate.until())
        .ifPresent(until -> message.setUntil(LambdaRowCodec.timestamp(until)));
    return message.build();
  }

  /** Returns a closed gate for a record whose state this version does not know. */
  public static Gate paused(byte[] record) {
    var message = Layout.read(Stored.Gate.parser(), record);
    return Gate.unreadable(
        new LambdaName(message.getLambda()), StoredIds.collection(message.getCollection()));
  }

  public static Gate read(byte[] record) {
    var message = Layout.read(Stored.Gate.parser(), record);
    return new Gate(
        new LambdaName(message.getLambda()),
        StoredIds.collection(message.getCollection()),
        GateState.valueOf(message.getState().name()),
        message.hasUntil() ? LambdaRowCodec.instant(message.getUntil()) : null,
        message.getReason(),
        message.getBy(),
        LambdaRowCodec.instant(message.getSetAt()));
  }
}
