package dev.atf.frontend.cost;

import dev.atf.access.AccessControl;
import dev.atf.frontend.cost.CostSource.Line;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.CostServiceGrpc;
import dev.atf.protocol.v1.Costs;
import dev.atf.protocol.v1.GetCostsRequest;
import dev.atf.store.LambdaRegistry;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;

/** The edge of CostService. */
public final class CostRpc extends CostServiceGrpc.CostServiceImplBase {
  private static final double MILLIS_PER_HOUR = Duration.ofHours(1).toMillis();
  private static final double MILLION = 1e6;

  private final CostLedger ledger;
  private final LambdaRegistry lambdas;
  private final AccessControl access;
  private final InstantSource clock;
  private static final PriceTable PRICES = PriceTable.load();

  @Inject
  CostRpc(CostLedger ledger, LambdaRegistry lambdas, AccessControl access, InstantSource clock) {
    this.ledger = ledger;
    this.lambdas = lambdas;
    this.access = access;
    this.clock = clock;
  }

  @Override
  public void getCosts(GetCostsRequest request, StreamObserver<Costs> reply) {
    var now = clock.instant();
    double hours = Math.max(1, Duration.between(ledger.since(), now).toMillis()) / MILLIS_PER_HOUR;
    var costs =
        Costs.newBuilder()
            .setSince(ProtoTimes.proto(ledger.since()))
            .setAt(ProtoTimes.proto(now))
            .setWholeSystem(ledger.isOfWholeSystem())
            .setEstimated(ledger.isEstimate())
            .setPrices(priced());
    if (callerSeesAll()) {
      ledger.lines().stream()
          .map(line -> priced(line, hours))
          .sorted(Comparator.comparingDouble(Costs.Line::getDollars).reversed())
          .forEach(costs::addLines);
    } else {
      costs.setNotice("costs are of all lambdas together: told to whoever may read each of them");
    }
    reply.onNext(costs.build());
    reply.onCompleted();
  }

  private boolean callerSeesAll() {
    var visible = access.visible();
    return lambdas.list().stream().allMatch(lambda -> visible.test(lambda.name().value()));
  }

  private Costs.Line priced(Line line, double hours) {
    double dollars =
        PRICES.dollarsPerMillion(line.writeUnits(), line.readUnits(), line.queueRequests())
            / MILLION;
    return Costs.Line.newBuilder()
        .setService(line.service())
        .setOperation(line.operation())
        .setCount(line.count())
        .setWriteUnits(line.writeUnits())
        .setReadUnits(line.readUnits())
        .setQueueRequests(line.queueRequests())
        .setDollars(dollars)
        .setDollarsPerHour(dollars / hours)
        .build();
  }

  private Costs.Prices priced() {
    return Costs.Prices.newBuilder()
        .setRegion(PRICES.region())
        .setWhat(PRICES.what())
        .setWriteUnit(price(PRICES.writeUnit()))
        .setReadUnit(price(PRICES.readUnit()))
        .setQueueRequest(price(PRICES.queueRequest()))
        .build();
  }

  private static Costs.Price price(PriceTable.Price price) {
    return Costs.Price.newBuilder()
        .setDollarsPerMillion(price.dollarsPerMillion())
        .setAsOf(price.asOf())
        .build();
  }
}
