package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.util.HashSet;
import java.util.List;

/**
 * The section {@code aws} of a cluster's file: what a team decides about where its cluster runs.
 *
 * @param keepData whether tables, queues and entrances refuse to be deleted with their stack
 * @param store capacity of the tables of tasks
 * @param network where it runs
 * @param api how callers reach it
 * @param hscEntrance how workers reach the HSC
 * @param images of the components
 * @param architecture of the tasks on Fargate; machines of {@code workers} have that of their type
 * @param frontend size and number of the frontends
 * @param storeConsumer likewise
 * @param hsc likewise
 * @param logs how long logs are kept
 * @param alarms when somebody is called, and who
 * @param workers the worker clusters; a lambda that none of them serves is run by workers of its
 *     owner, deployed elsewhere
 */
public record Deployment(
    boolean keepData,
    StoreSection store,
    NetworkSection network,
    ApiSection api,
    HscEntranceSection hscEntrance,
    ImagesSection images,
    Architecture architecture,
    ServiceSection frontend,
    ServiceSection storeConsumer,
    ServiceSection hsc,
    LogsSection logs,
    AlarmsSection alarms,
    List<WorkersSection> workers) {

  public Deployment {
    workers = List.copyOf(workers);
    var checks = new SettingChecks();
    var names = new HashSet<String>();
    for (var one : workers) {
      checks.that(names.add(one.name()), "workers.name", one.name(), "another name for each");
    }
    checks.end();
  }
}
