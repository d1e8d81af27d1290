package dev.atf.hsc.worker;

import dev.atf.access.Tenancy;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.model.worker.PlaceReport;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.runtime.auth.Principal;
import java.util.Optional;

/**
 * Owners of places. A host whose credentials have a tenant holds a place of that tenant: it reports
 * {@code rack-1}, and holds {@code acme--rack-1}. So hosts of two tenants can use the same names.
 */
public final class OwnedPlaces {
  private static final String TENANT_END = "/";

  private OwnedPlaces() {}

  /**
   * Returns the place of a host that names it so.
   *
   * @throws InvalidFieldException if the name is too long with its tenant
   */
  public static WorkerPlace of(WorkerPlace named, Optional<Principal> caller) {
    return caller
        .flatMap(Tenancy::ofPrincipal)
        .map(tenant -> new WorkerPlace(Tenancy.nameOf(tenant, named.value())))
        .orElse(named);
  }

  /**
   * Returns the name of credentials, including the tenant, because tenants may have principals of
   * the same name.
   */
  public static String owner(Principal caller) {
    return caller.tenant().isEmpty() ? caller.name() : caller.tenant() + TENANT_END + caller.name();
  }

  /** Returns those who share a limited number of places: a tenant, or else the credentials. */
  static String group(PlaceReport report) {
    return isOfItsTenant(report) ? Tenancy.of(report.place().value()) + TENANT_END : report.owner();
  }

  /**
   * Returns the name that earlier versions gave to the place of a tenant; empty if it is the same.
   */
  static Optional<WorkerPlace> formerly(PlaceReport report) {
    var name = report.place().value();
    var plain = name.substring(Math.min(name.length(), Tenancy.of(name).length() + 2));
    return isOfItsTenant(report) && WorkerPlace.isValid(plain)
        ? Optional.of(new WorkerPlace(plain))
        : Optional.empty();
  }

  /**
   * Returns whether the place is of the tenant of this host, and its record is of another one, who
   * has only chosen such a name. The record does not count then.
   */
  static boolean isForeign(PlaceRecord record, PlaceReport report) {
    var owner = record.report().owner();
    return isOfItsTenant(report)
        && !owner.isEmpty()
        && !owner.startsWith(Tenancy.of(report.place().value()) + TENANT_END);
  }

  /** Returns the report as of the same host at another place. */
  static PlaceReport at(PlaceReport report, WorkerPlace place) {
    return new PlaceReport(
        place,
        report.instance(),
        report.owner(),
        report.named(),
        report.acknowledged(),
        report.leaving(),
        report.drained(),
        report.checked(),
        report.failingCheck(),
        report.offers(),
        report.work());
  }

  private static boolean isOfItsTenant(PlaceReport report) {
    var tenant = Tenancy.of(report.place().value());
    return !tenant.isEmpty() && report.owner().startsWith(tenant + TENANT_END);
  }
}
