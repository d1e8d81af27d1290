package dev.atf.store.embedded.record;

import dev.atf.model.Failure;
import dev.atf.model.task.Children;
import dev.atf.model.task.Notices;
import dev.atf.model.task.Outcome;
import dev.atf.store.codec.ChildrenCodec;
import dev.atf.store.stored.Stored;

/** Outcomes as messages. */
final class OutcomeRecord {
  private OutcomeRecord() {}

  static Stored.Outcome of(Outcome outcome) {
    var message =
        Stored.Outcome.newBuilder()
            .setDigest(outcome.digest())
            .setResultApart(outcome.resultStoredApart());
    var result = outcome.result();
    if (result != null) {
      message.setResult(HeaderRecord.of(result));
    }
    var failure = outcome.failure();
    if (failure != null) {
      message
          .getFailureBuilder()
          .setCode(failure.code())
          .setMessage(failure.message())
          .setDetails(failure.details())
          .setRetriable(failure.retriable());
    }
    var children = outcome.children();
    message.setChildren(children.count());
    if (children.pending()) {
      message.setOutbox(ChildrenCodec.write(children.outbox()));
    }
    if (!children.joins().isEmpty()) {
      message.setJoins(ChildrenCodec.writeJoins(children.joins()));
    }
    var notices = outcome.notices();
    return message.addAllNoticesDue(notices.due()).addAllNotices(notices.made()).build();
  }

  static Outcome read(Stored.Outcome message) {
    var failure = message.getFailure();
    return new Outcome(
        message.getDigest(),
        message.hasResult() ? HeaderRecord.read(message.getResult()) : null,
        message.getResultApart(),
        message.hasFailure()
            ? new Failure(
                failure.getCode(),
                failure.getMessage(),
                failure.getDetails(),
                failure.getRetriable())
            : null,
        new Children(
            message.getChildren(),
            ChildrenCodec.read(message.getOutbox()),
            ChildrenCodec.read(message.getJoins()),
            message.hasOutbox()),
        new Notices(message.getNoticesDueList(), message.getNoticesList()));
  }
}
