package dev.atf.store;

import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.search.TaskSearch;

/**
 * Ports of one store in one process, for components that receive their store instead of opening
 * DynamoDB: a component that depends on it has each port.
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
    RunningPermits permits,
    MemberRegistry members,
    Plans plans,
    TransitionFeed feed,
    StoreLocality locality) {}
