package dev.atf.store.dynamodb;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
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
import dev.atf.store.dynamodb.DynamoDbRows.Items;
import dev.atf.store.dynamodb.call.CapacityMeter;
import dev.atf.store.dynamodb.item.RowReader;
import dev.atf.store.lambda.VersionedLambdas;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.search.TaskSearch;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The ports on DynamoDB, for {@link DynamoDbStore} and for components that need more of it. */
@Module
public interface DynamoDbStoreModule {
  @Provides
  @Singleton
  static DynamoDbClient client(DynamoDbConfig config, CapacityMeter meter) {
    return DynamoDbConnection.open(config, meter);
  }

  @Provides
  static TableNames tables(DynamoDbConfig config) {
    return config.tables();
  }

  @Provides
  @Singleton
  static KeyGroupRows groups(MemberRegistry members) {
    return new KeyGroupRows(members, InstantSource.system());
  }

  @Provides
  static StoreLocality locality() {
    return StoreLocality.FAR;
  }

  @Provides
  @Singleton
  static WakingTransitions waking(
      DynamoDbTransitions transitions, DynamoDbAssociations associations, AwakeLambdas awake) {
    return new WakingTransitions(transitions, associations, awake, InstantSource.system());
  }

  @Provides
  static Plans plans(DynamoDbPlans plans, AwakeLambdas awake) {
    return new WakingPlans(plans, awake, InstantSource.system());
  }

  @Provides
  @Singleton
  static LambdaRegistry lambdas(
      DynamoDbClient client, RowReader reader, TableNames tables, MemberRegistry members) {
    var rows = new DynamoDbRows<>(client, reader, Items.lambdas(tables));
    return new VersionedLambdas(rows, members, InstantSource.system());
  }

  @Provides
  static GateRegistry gates(DynamoDbClient client, RowReader reader, TableNames tables) {
    return new GateRegistry(new DynamoDbRows<>(client, reader, Items.gates(tables)));
  }

  @Provides
  static SubscriptionRegistry subscriptions(
      DynamoDbClient client, RowReader reader, TableNames tables) {
    return new SubscriptionRegistry(
        new DynamoDbRows<>(client, reader, Items.subscriptions(tables)));
  }

  @Provides
  static RouteRegistry routes(DynamoDbClient client, RowReader reader, TableNames tables) {
    return new RouteRegistry(new DynamoDbRows<>(client, reader, Items.routes(tables)));
  }

  @Provides
  static StorePorts ports(
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
    return new StorePorts(
        transitions,
        associations,
        entities,
        search,
        index,
        lambdas,
        gates,
        subscriptions,
        routes,
        permits,
        members,
        plans,
        feed,
        locality);
  }

  @Binds
  TaskTransitions transitions(WakingTransitions it);

  @Binds
  TaskAssociations associations(WakingTransitions it);

  @Binds
  TaskEntities entities(DynamoDbEntities it);

  @Binds
  TaskSearch search(DynamoDbTaskSearch it);

  @Binds
  TriggerIndex index(DynamoDbTriggerIndex it);

  @Binds
  RunningPermits permits(DynamoDbRunningPermits it);

  @Binds
  MemberRegistry members(DynamoDbMemberRegistry it);

  @Binds
  TransitionFeed feed(DynamoDbTransitionFeed it);
}
