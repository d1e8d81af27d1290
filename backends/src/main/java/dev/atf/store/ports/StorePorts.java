package dev.atf.store.ports;

import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.MemberRegistry;
import dev.atf.store.RunningPermits;
import dev.atf.store.StoreLocality;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionFeed;
import dev.atf.store.TriggerIndex;
import dev.atf.store.awake.AwakeLambdas;
import dev.atf.store.awake.WakingPlans;
import dev.atf.store.awake.WakingTransitions;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.search.TaskSearch;
import java.time.InstantSource;

/**
 * Ports of one store in one process, for components that receive their store instead of opening
 * DynamoDB. A component that depends on this type can use each port.
 */
public record StorePorts(
    TaskTransitions transitions,
    TaskAssociations associations,
    TaskEntities entities,
    TaskSearch search,
    TriggerIndex index,
    LambdaRegistry lambdas,
    GateRegistry gates,
    SubscriptionRegistry subscriptions,
    RouteRegistry routes,
    RunningPermits permits,
    MemberRegistry members,
    Plans plans,
    TransitionFeed feed,
    StoreLocality locality) {
  /** Returns these ports, with writes that mark their lambda as active. */
  public StorePorts waking(InstantSource clock) {
    var awake = new AwakeLambdas(members);
    var tasks = new WakingTransitions(transitions, associations, awake, clock);
    return new StorePorts(
        tasks,
        tasks,
        entities,
        search,
        index,
        lambdas,
        gates,
        subscriptions,
        routes,
        permits,
        members,
        new WakingPlans(plans, awake, clock),
        feed,
        locality);
  }
}
