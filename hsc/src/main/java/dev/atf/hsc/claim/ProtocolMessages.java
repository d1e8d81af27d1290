package dev.atf.hsc.claim;

import dev.atf.hsc.claim.ResultDecision.Verdict;
import dev.atf.hsc.lambda.Terms;
import dev.atf.model.Priority;
import dev.atf.model.lambda.Capability;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.LambdaSettings;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.validation.TaskStatusCodec;

/** Protocol messages built from the model. */
public final class ProtocolMessages {
  private ProtocolMessages() {}

  public static ResultVerdict verdict(Verdict verdict) {
    var answer = ResultVerdict.newBuilder();
    if (verdict instanceof Verdict.Recorded recorded) {
      answer
          .setVerdict(ResultVerdict.Verdict.RECORDED)
          .setStatus(TaskStatusCodec.proto(recorded.status()));
    } else if (verdict instanceof Verdict.Conflict) {
      answer.setVerdict(ResultVerdict.Verdict.RESULT_CONFLICT);
    } else {
      answer.setVerdict(ResultVerdict.Verdict.LEASE_LOST);
    }
    return answer.build();
  }

  public static LambdaSettings.Builder settings(Terms terms, boolean paused) {
    return LambdaSettings.newBuilder()
        .setLambda(terms.lambda().name().value())
        .addAllPriorities(terms.lambda().priorities().stream().map(Priority::value).toList())
        .setLease(ProtoTimes.proto(terms.lease()))
        .setPaused(paused)
        .addAllNeeds(terms.lambda().needs().stream().map(Capability::value).toList());
  }
}
