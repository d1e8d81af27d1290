package dev.atf.hsc.rpc;

import dev.atf.hsc.worker.DescribeCall;
import dev.atf.hsc.worker.OwnedPlaces;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Capability;
import dev.atf.model.worker.LambdaWork;
import dev.atf.model.worker.PlaceReport;
import dev.atf.model.worker.WorkerInstance;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.WorkerId;
import dev.atf.protocol.v1.WorkerLambda;
import dev.atf.protocol.v1.WorkerReport;
import dev.atf.runtime.auth.Principal;
import dev.atf.validation.Violations;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;

/** Converts the reports of worker hosts to the model, with the name of their credentials. */
final class WorkerReportReader {
  private static final Pattern INSTANCE = Pattern.compile("[a-z0-9]{1,32}");
  private static final int TEXT_MAX = 300;

  /** Maximum length of an offer, which is a capability. */
  private static final int OFFER_MAX = 40;

  /**
   * Maximum length of what all lambdas of a host say together about their health, because all HSCs
   * read the records of all hosts. Beyond it, each text is cut to {@link #TEXT_MIN}.
   */
  private static final int UNHEALTHY_CHARS_MAX = 3_000;

  private static final int TEXT_MIN = 20;

  private WorkerReportReader() {}

  /** Returns the place of a worker host; empty if the place or the instance is invalid. */
  static Optional<WorkerPlace> place(Violations fields, String path, WorkerId worker) {
    var place = fields.read(path, () -> new WorkerPlace(worker.getPlace()));
    boolean drawn = INSTANCE.matcher(worker.getInstance()).matches();
    if (!drawn) {
      fields.add(path + "instance", worker.getInstance(), "1-32 of a-z 0-9");
    }
    return place.filter(it -> drawn);
  }

  static Optional<PlaceReport> read(Violations fields, WorkerReport report) {
    var place =
        place(fields, "report.worker.", report.getWorker())
            .flatMap(
                named ->
                    fields.read(
                        "report.worker.", () -> OwnedPlaces.of(named, Principal.current())));
    fields.requireBetween("report.offers", report.getOffersCount(), 0, Capability.OFFERS_MAX);
    fields.requireBetween("report.lambdas", report.getLambdasCount(), 0, DescribeCall.LAMBDAS_MAX);
    var work = new ArrayList<LambdaWork>();
    int room = UNHEALTHY_CHARS_MAX;
    for (int i = 0; i < Math.min(report.getLambdasCount(), DescribeCall.LAMBDAS_MAX); i++) {
      var one = report.getLambdas(i);
      var unhealthy = cut(one.getUnhealthy(), Math.min(TEXT_MAX, Math.max(TEXT_MIN, room)));
      room -= unhealthy.length();
      fields.read("report.lambdas[" + i + "].", () -> work(one, unhealthy)).ifPresent(work::add);
    }
    return place.map(
        it ->
            new PlaceReport(
                it,
                new WorkerInstance(
                    report.getWorker().getInstance(),
                    ProtoTimes.java(report.getStartedAt()),
                    kept(report.getHost()),
                    kept(report.getVersion())),
                Principal.current().map(OwnedPlaces::owner).orElse(""),
                report.getNamed(),
                report.getAcknowledged(),
                report.getLeaving(),
                report.getDrained(),
                report.getChecked(),
                kept(report.getFailingCheck()),
                report.getOffersList().stream().map(offer -> cut(offer, OFFER_MAX)).toList(),
                work));
  }

  private static LambdaWork work(WorkerLambda work, String unhealthy) {
    return new LambdaWork(
        new LambdaName(work.getLambda()),
        Math.max(0, work.getProcesses()),
        Math.max(0, work.getThreads()),
        Math.max(0, work.getWaiting()),
        Math.max(0, work.getRunning()),
        Math.max(0, work.getHandedOut()),
        Math.max(0, work.getEnded()),
        Math.max(0, work.getFailed()),
        work.getAsksElsewhere(),
        unhealthy);
  }

  private static String kept(String text) {
    return cut(text, TEXT_MAX);
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : text.substring(0, max);
  }
}
