package dev.atf.storeconsumer.plans;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dagger.multibindings.IntoMap;
import dagger.multibindings.IntoSet;
import dagger.multibindings.StringKey;
import dev.atf.hints.HintReceiver;
import dev.atf.hints.Hints;
import dev.atf.runtime.loop.Step;
import dev.atf.store.StoreLocality;
import dev.atf.storeconsumer.alarm.BlockedTasks;
import dev.atf.storeconsumer.alarm.ChildCreation;
import dev.atf.storeconsumer.pool.WorkPools;
import io.grpc.BindableService;

/** Wires plans into a store consumer: their loop, with a supervisor for each kind, and children. */
@Module
public interface StoreConsumerPlansModule {
  @Binds
  @IntoMap
  @StringKey("plan-poll")
  Step poll(PlanPoll poll);

  @Binds
  @IntoSet
  BindableService hints(HintRpc rpc);

  @Binds
  @IntoMap
  @StringKey("hints")
  Step sent(Hints hints);

  @Binds
  HintReceiver received(ReceivedHints hints);

  @Binds
  ChildCreation children(ChildTasks tasks);

  @Binds
  @IntoSet
  PlanSupervisor jobs(JobSupervisor supervisor);

  @Binds
  @IntoSet
  PlanSupervisor periodic(PeriodicSupervisor supervisor);

  @Binds
  @IntoSet
  PlanSupervisor ordering(OrderSupervisor supervisor);

  @Binds
  @IntoSet
  PlanSupervisor conditions(ConditionSupervisor supervisor);

  @Binds
  BlockedTasks blocked(ConditionWaiters waiters);

  @Provides
  static PlanPool pool(WorkPools pools, StoreLocality store) {
    return new PlanPool(pools.plan(), store);
  }
}
