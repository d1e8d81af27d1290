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
import dev.atf.store.dynamodb.call.CapacityMeter;
import dev.atf.store.lambda.VersionedLambdas;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.search.TaskSearch;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Provides the ports on DynamoDB. It needs a {@link DynamoDbConfig} and a meter registry. The
 * component must be a {@code @Singleton}, and its service closes the {@link DynamoDbClient} when it
 * stops.
 */
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
  static LambdaRegistry lambdas(DynamoDbLambdaRegistry table, MemberRegistry members) {
    return new VersionedLambdas(table, members, InstantSource.system());
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
  GateRegistry gates(DynamoDbGateRegistry it);

  @Binds
  SubscriptionRegistry subscriptions(DynamoDbSubscriptions it);

  @Binds
  RouteRegistry routes(DynamoDbRoutes it);

  @Binds
  RunningPermits permits(DynamoDbRunningPermits it);

  @Binds
  MemberRegistry members(DynamoDbMemberRegistry it);

  @Binds
  TransitionFeed feed(DynamoDbTransitionFeed it);
}
