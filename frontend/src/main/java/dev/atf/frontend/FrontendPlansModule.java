package dev.atf.frontend;

import dagger.Binds;
import dagger.Module;
import dagger.multibindings.IntoSet;
import dev.atf.frontend.lambda.CanarySetting;
import dev.atf.frontend.origin.BlockedReason;
import dev.atf.frontend.origin.OriginKind;
import dev.atf.frontend.plans.condition.ConditionExplanation;
import dev.atf.frontend.plans.condition.ConditionOrigin;
import dev.atf.frontend.plans.condition.ConditionRpc;
import dev.atf.frontend.plans.job.JobOrigin;
import dev.atf.frontend.plans.job.JobRpc;
import dev.atf.frontend.plans.order.OrderOrigin;
import dev.atf.frontend.plans.order.OrderRpc;
import dev.atf.frontend.plans.order.WaitingTasks;
import dev.atf.frontend.plans.periodic.LambdaCanaries;
import dev.atf.frontend.plans.periodic.PeriodicOrigin;
import dev.atf.frontend.plans.periodic.PeriodicRpc;
import dev.atf.frontend.task.WaitingList;
import dev.atf.store.TaskTurns;
import dev.atf.store.plans.KeyTurns;
import io.grpc.BindableService;

/** Wires plans into a frontend. */
@Module
interface FrontendPlansModule {
  @Binds
  @IntoSet
  BindableService periodicCalls(PeriodicRpc rpc);

  @Binds
  @IntoSet
  BindableService jobCalls(JobRpc rpc);

  @Binds
  @IntoSet
  BindableService orderingCalls(OrderRpc rpc);

  @Binds
  @IntoSet
  BindableService conditionCalls(ConditionRpc rpc);

  @Binds
  @IntoSet
  OriginKind conditions(ConditionOrigin origin);

  @Binds
  BlockedReason conditionExplanation(ConditionExplanation explanation);

  @Binds
  @IntoSet
  OriginKind periodic(PeriodicOrigin origin);

  @Binds
  @IntoSet
  OriginKind canaries(PeriodicOrigin.Canary origin);

  @Binds
  CanarySetting canarySetting(LambdaCanaries canaries);

  @Binds
  @IntoSet
  OriginKind jobs(JobOrigin origin);

  @Binds
  @IntoSet
  OriginKind ordering(OrderOrigin origin);

  @Binds
  TaskTurns turns(KeyTurns turns);

  @Binds
  WaitingList waiting(WaitingTasks tasks);
}
