package dev.atf.local.keep;

import dagger.BindsInstance;
import dagger.Component;
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
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbStoreModule;
import dev.atf.store.dynamodb.DynamoDbTables;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.search.TaskSearch;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.inject.Singleton;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** All ports of a store on DynamoDB, for callers that are not services. */
@Singleton
@Component(modules = DynamoDbStoreModule.class)
public interface DynamoDbPorts {
  TaskTransitions transitions();

  TaskAssociations associations();

  TaskEntities entities();

  TaskSearch search();

  TriggerIndex index();

  LambdaRegistry lambdas();

  GateRegistry gates();

  SubscriptionRegistry subscriptions();

  RouteRegistry routes();

  RunningPermits permits();

  MemberRegistry members();

  Plans plans();

  TransitionFeed feed();

  StoreLocality locality();

  DynamoDbClient client();

  @Component.Factory
  interface Factory {
    DynamoDbPorts create(@BindsInstance DynamoDbConfig config, @BindsInstance MeterRegistry meters);
  }

  /** Creates the missing tables. */
  static DynamoDbPorts withTables(DynamoDbConfig config) {
    DynamoDbTables.create(config);
    return DaggerDynamoDbPorts.factory().create(config, new SimpleMeterRegistry());
  }

  default StorePorts ports() {
    return new StorePorts(
        transitions(),
        associations(),
        entities(),
        search(),
        index(),
        lambdas(),
        gates(),
        subscriptions(),
        routes(),
        permits(),
        members(),
        plans(),
        feed(),
        locality());
  }
}
