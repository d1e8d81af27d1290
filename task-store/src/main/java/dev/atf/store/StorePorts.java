package dev.atf.store;

import dagger.Module;
import dagger.Provides;
import dev.atf.store.plans.Plans;

/**
 * Ports of one store in one process, for components that receive their store instead of opening
 * DynamoDB.
 */
public record StorePorts(
    TaskTransitions transitions,
    TaskAssociations associations,
    TaskEntities entities,
    TriggerIndex index,
    LambdaRegistry lambdas,
    GateRegistry gates,
    RunningPermits permits,
    MemberRegistry members,
    Plans plans,
    TransitionFeed feed,
    StoreLocality locality) {

  /** Hands each port to who needs it. */
  @Module
  public interface Ports {
    @Provides
    static TaskTransitions transitions(StorePorts store) {
      return store.transitions();
    }

    @Provides
    static TaskAssociations associations(StorePorts store) {
      return store.associations();
    }

    @Provides
    static TaskEntities entities(StorePorts store) {
      return store.entities();
    }

    @Provides
    static TriggerIndex index(StorePorts store) {
      return store.index();
    }

    @Provides
    static LambdaRegistry lambdas(StorePorts store) {
      return store.lambdas();
    }

    @Provides
    static GateRegistry gates(StorePorts store) {
      return store.gates();
    }

    @Provides
    static RunningPermits permits(StorePorts store) {
      return store.permits();
    }

    @Provides
    static MemberRegistry members(StorePorts store) {
      return store.members();
    }

    @Provides
    static Plans plans(StorePorts store) {
      return store.plans();
    }

    @Provides
    static TransitionFeed feed(StorePorts store) {
      return store.feed();
    }

    @Provides
    static StoreLocality locality(StorePorts store) {
      return store.locality();
    }
  }
}
