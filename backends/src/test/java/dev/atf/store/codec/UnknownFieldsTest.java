package dev.atf.store.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.atf.store.stored.Stored;
import dev.atf.store.stored.plans.StoredPlans;
import org.junit.jupiter.api.Test;

final class UnknownFieldsTest {
  private static final int LATER = 900;
  private static final UnknownFieldSet UNKNOWN =
      UnknownFieldSet.newBuilder()
          .addField(LATER, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
          .build();

  @Test
  void messageWithoutUnknownFieldsIsTheNextOneItself() {
    var stored = lease("c1").build();
    var next = lease("c1").setUntil(9).build();

    assertThat(keep(next, stored)).isSameAs(next);
    assertThat(UnknownFields.keep(next, new byte[0], 0)).isSameAs(next);
  }

  @Test
  void unknownFieldOfTheMessageIsKept() {
    var stored = association().setUnknownFields(UNKNOWN).build();

    assertThat(keep(association().setEpoch(8).build(), stored))
        .isEqualTo(association().setEpoch(8).setUnknownFields(UNKNOWN).build());
  }

  @Test
  void nestedMessageKeepsItsOwnWhileItsFirstFieldIsTheSame() {
    var stored = association().setLease(lease("c1").setUnknownFields(UNKNOWN)).build();

    assertThat(keep(association().setLease(lease("c1").setUntil(9)).build(), stored))
        .isEqualTo(
            association().setLease(lease("c1").setUntil(9).setUnknownFields(UNKNOWN)).build());
    var other = association().setLease(lease("c2")).build();
    assertThat(keep(other, stored)).isEqualTo(other);
    assertThat(keep(association().build(), stored)).isEqualTo(association().build());
  }

  @Test
  void elementKeepsItsOwnWhereverItStands() {
    var stored =
        association()
            .addHistory(entry("a"))
            .addHistory(entry("b").setUnknownFields(UNKNOWN))
            .build();
    var next = association().addHistory(entry("b").setAt(3)).addHistory(entry("c")).build();

    assertThat(keep(next, stored))
        .isEqualTo(
            association()
                .addHistory(entry("b").setAt(3).setUnknownFields(UNKNOWN))
                .addHistory(entry("c"))
                .build());
  }

  @Test
  void elementsWithoutAFirstFieldKeepTheirsInTheirOrder() {
    var first = Stored.Outbox.Child.newBuilder().setLambda("a").build();
    var alike = Stored.Outbox.Child.newBuilder().setShard(3).build();
    var later = alike.toBuilder().setUnknownFields(UNKNOWN).build();
    var stored =
        Stored.Outbox.newBuilder().addChildren(first).addChildren(alike).addChildren(later).build();
    var next =
        Stored.Outbox.newBuilder().addChildren(first).addChildren(alike).addChildren(alike).build();

    assertThat(keep(next, stored)).isEqualTo(stored);
  }

  @Test
  void elementWithoutAFirstFieldIsNotTakenForAnotherOne() {
    var alike = Stored.Outbox.Child.newBuilder().setShard(3).build();
    var later = alike.toBuilder().setUnknownFields(UNKNOWN).build();
    var stored = Stored.Outbox.newBuilder().addChildren(later).build();
    var next = Stored.Outbox.newBuilder().addChildren(alike).addChildren(alike).build();

    assertThat(keep(next, stored)).isEqualTo(next);
  }

  @Test
  void firstFieldMayBeZero() {
    var first = StoredPlans.JobUnit.newBuilder().setTries(2);
    var stored =
        StoredPlans.Job.newBuilder().addUnusual(first.clone().setUnknownFields(UNKNOWN)).build();
    var other = StoredPlans.JobUnit.newBuilder().setUnit(7);
    var next = StoredPlans.Job.newBuilder().addUnusual(first).addUnusual(other).build();

    assertThat(keep(next, stored))
        .isEqualTo(
            StoredPlans.Job.newBuilder()
                .addUnusual(first.clone().setUnknownFields(UNKNOWN))
                .addUnusual(other)
                .build());
  }

  private static Message keep(Message next, Message stored) {
    return UnknownFields.keep(next, stored.toByteArray(), 0);
  }

  private static Stored.Association.Builder association() {
    return Stored.Association.newBuilder().setEpoch(7);
  }

  private static Stored.Lease.Builder lease(String claim) {
    return Stored.Lease.newBuilder().setClaimId(claim).setOwner("host");
  }

  private static Stored.HistoryEntry.Builder entry(String slot) {
    return Stored.HistoryEntry.newBuilder().setSlot(slot);
  }
}
