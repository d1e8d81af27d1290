package dev.atf.store;

import dev.atf.store.dynamodb.PartialDynamoDb;
import dev.atf.store.embedded.TemporaryStore;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.memory.InMemoryRunningPermits;
import dev.atf.store.memory.InMemoryTaskSearch;
import dev.atf.store.memory.InMemoryTaskStore;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.search.TaskSearch;

/** Every port of one store under test. */
public record Stores(
    TaskTransitions transitions,
    TaskAssociations associations,
    TaskEntities entities,
    TaskSearch search,
    TriggerIndex index,
    LambdaRegistry lambdas,
    MemberRegistry members,
    GateRegistry gates,
    SubscriptionRegistry subscriptions,
    RouteRegistry routes,
    RunningPermits permits,
    Plans plans,
    TransitionFeed feed) {

  public static Stores inMemory() {
    var tasks = new InMemoryTaskStore();
    return new Stores(
        tasks,
        tasks,
        tasks,
        new InMemoryTaskSearch(),
        tasks,
        LambdaRegistry.inMemory(),
        new InMemoryMemberRegistry(),
        GateRegistry.inMemory(),
        SubscriptionRegistry.inMemory(),
        RouteRegistry.inMemory(),
        new InMemoryRunningPermits(),
        new InMemoryPlans(),
        tasks.feed());
  }

  /** Returns one directory of files that all test classes of this process share. */
  public static Stores embedded() {
    return of(TemporaryStore.shared().ports());
  }

  static Stores of(StorePorts ports) {
    return new Stores(
        ports.transitions(),
        ports.associations(),
        ports.entities(),
        ports.search(),
        ports.index(),
        ports.lambdas(),
        ports.members(),
        ports.gates(),
        ports.subscriptions(),
        ports.routes(),
        ports.permits(),
        ports.plans(),
        ports.feed());
  }

  /** Returns fresh tables of the DynamoDB that all test classes share. */
  public static Stores onDynamoDb() {
    return LocalDynamoDb.shared().freshTables().stores();
  }

  /** Returns DynamoDB Local without the items of refused writes. */
  public static Stores withoutOldItems() {
    var store = LocalDynamoDb.shared();
    return store.freshTables(PartialDynamoDb.withoutOldItems(store.endpoint())).stores();
  }
}
