package dev.atf.storeconsumer.plans;

import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.v1.HintPlansRequest;
import dev.atf.protocol.v1.HintPlansResponse;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc.StoreConsumerServiceImplBase;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;

/** The call of HSCs: notes what it tells, and answers before anything is done about it. */
public final class HintRpc extends StoreConsumerServiceImplBase {
  /** Number of hints of a call; an HSC sends no more. */
  static final int HINTS_MAX = 500;

  private final OwnedPlans plans;
  private final PlanMetrics metrics;

  @Inject
  HintRpc(OwnedPlans plans, PlanMetrics metrics) {
    this.plans = plans;
    this.metrics = metrics;
  }

  @Override
  public void hintPlans(HintPlansRequest request, StreamObserver<HintPlansResponse> observer) {
    try {
      read(request).forEach(hint -> metrics.hinted(plans.hints().add(hint)));
    } catch (StatusRuntimeException e) {
      observer.onError(e);
      return;
    }
    observer.onNext(HintPlansResponse.getDefaultInstance());
    observer.onCompleted();
  }

  private static List<PlanHint> read(HintPlansRequest request) {
    var fields = new Violations();
    fields.requireBetween("plans", request.getPlansCount(), 1, HINTS_MAX);
    var hints = new ArrayList<PlanHint>();
    for (int i = 0; i < Math.min(request.getPlansCount(), HINTS_MAX) && !fields.isFull(); i++) {
      var hint = request.getPlans(i);
      fields.read("plans[" + i + "].", () -> read(hint)).ifPresent(hints::add);
    }
    fields.refuse();
    return hints;
  }

  private static PlanHint read(dev.atf.protocol.v1.PlanHint hint) {
    return new PlanHint(
        new PlanId(hint.getPlanId()),
        kind(hint.getKind()),
        new LambdaName(hint.getLambda()),
        hint.getEnded());
  }

  private static PlanKind kind(String tag) {
    for (var kind : PlanKind.values()) {
      if (kind.tag().equals(tag)) {
        return kind;
      }
    }
    throw new InvalidFieldException("kind", tag, "order, job or condition");
  }
}
