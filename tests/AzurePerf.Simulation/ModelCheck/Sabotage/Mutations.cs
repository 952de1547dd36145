using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Rules;

namespace AzurePerf.Simulation.ModelCheck.Sabotage;

/// <summary>The engine's rules with one of them broken: each must be found by the search.</summary>
internal static class Mutations
{
    internal sealed class ResultWithoutIfMatch : EngineRules
    {
        public override bool CommitsIfMatch => false;
    }

    internal sealed class ClaimWithoutIfMatch : EngineRules
    {
        public override bool ClaimsIfMatch => false;
    }

    internal sealed class MessageDeletedAtClaim : EngineRules
    {
        public override bool DeletesAtClaim => true;
    }

    internal sealed class DuplicateDeletedWhileRunning : EngineRules
    {
        public override MessageStep ByRow(BenchmarkTask? task, string nonce) =>
            base.ByRow(task, nonce) is var step && step == MessageStep.PassOn && task!.Status == BenchmarkTaskStatus.Running ? MessageStep.Delete : step;
    }

    internal sealed class MessageDeletedBeforeTheDecision : EngineRules
    {
        public override MessageStep AfterDecision(BenchmarkTask? task, int attempt) =>
            task is { Status: BenchmarkTaskStatus.Measured } ? MessageStep.Delete : base.AfterDecision(task, attempt);
    }

    internal sealed class PlanBeforeItsOrders : EngineRules
    {
        public override bool StoresPlanFirst => true;
    }

    internal sealed class PlanWithoutIfMatch : EngineRules
    {
        public override bool PlansIfMatch => false;
    }

    internal sealed class CursorBeforePuts : EngineRules
    {
        public override bool MovesCursorFirst => true;
    }

    internal sealed class OneNonceForAProcess : EngineRules
    {
        public override bool SharesNonce => true;
    }

    internal sealed class WorkersReadBeforeTheRows : EngineRules
    {
        public override bool ReadsWorkersFirst => true;
    }

    internal sealed class KeysAfterTheHeader : EngineRules
    {
        public override bool ReleasesKeysLast => true;
    }

    internal sealed class HeaderBeforeTheRows : EngineRules
    {
        public override RunAction Next(RunSnapshot snapshot) =>
            snapshot.Run.Status == RunStatus.Cancelling ? new RunAction.Finish(RunStatus.Cancelled, "") : base.Next(snapshot);
    }

    /// <summary>What the engine did before the search was there.</summary>
    internal sealed class CancelledBagNotLookedThroughBeforeItsCursor : EngineRules
    {
        public override RunAction Next(RunSnapshot snapshot) =>
            base.Next(snapshot) is RunAction.CancelBag { Stage.Created: 0 } early ? new RunAction.CloseStage(early.Stage) : base.Next(snapshot);
    }

    internal sealed class CancelledWhileMeasured : EngineRules
    {
        public override RunAction Next(RunSnapshot snapshot) =>
            snapshot.Run.Status == RunStatus.Cancelling && Everything.Cancelled(snapshot) is { } cancelled ? cancelled : base.Next(snapshot);
    }

    internal sealed class RepeatedBeforeTheGangRow : EngineRules
    {
        public override RunAction Next(RunSnapshot snapshot) =>
            base.Next(snapshot) is RunAction.RaiseGang raise ? base.Next(snapshot with { Gang = raise.Gang }) : base.Next(snapshot);
    }

    internal sealed class RepeatedBeforeTheStops : EngineRules
    {
        public override RunAction Next(RunSnapshot snapshot) =>
            base.Next(snapshot) is RunAction.OrderStop { Cause: FailureCause.GangStopped } && Everything.Repeated(snapshot) is { } repeated ? repeated : base.Next(snapshot);
    }

    internal sealed class RepeatedBeforeCensored : EngineRules
    {
        public override RunAction Next(RunSnapshot snapshot) =>
            base.Next(snapshot) is RunAction.OrderStop { Cause: FailureCause.PrepareTimedOut } && Everything.Repeated(snapshot) is { } repeated ? repeated : base.Next(snapshot);
    }

    internal sealed class GangAcceptedInPart : EngineRules
    {
        public override RunAction Next(RunSnapshot snapshot)
        {
            BenchmarkTask[] measured = [.. snapshot.Current.Select(current => current.Task).Where(task => task.Status == BenchmarkTaskStatus.Measured)];
            return measured.Length > 0 ? new RunAction.Store(measured, PointTransitions.Accept(measured)!) : base.Next(snapshot);
        }
    }

    /// <summary>Arrow 5, which is for bags.</summary>
    internal sealed class MeasurementHandedBack : EngineRules
    {
        public override BenchmarkTask? GiveUp(BenchmarkTask task, string nonce, FailureCause cause) =>
            base.GiveUp(task, nonce, cause) is { } censored ? censored with { Status = BenchmarkTaskStatus.Ready, Attempt = task.Attempt + 1 } : null;
    }

    internal sealed class StartToldBeforeItIsStored : EngineRules
    {
        public override bool TellsGoFirst => true;
    }

    internal sealed class ExecutionDropped : EngineRules
    {
        public override BenchmarkTask? GiveUp(BenchmarkTask task, string nonce, FailureCause cause) => null;
    }

    internal sealed class NobodyRemindedOf : EngineRules
    {
        public override RunAction Next(RunSnapshot snapshot) => base.Next(snapshot) is RunAction.Remind ? new RunAction.Wait() : base.Next(snapshot);

        public override BenchmarkTask? Remind(BenchmarkTask task) => null;
    }

    internal sealed class OrphansLeft : EngineRules
    {
        public override BenchmarkTask? Fence(BenchmarkTask task, FailureCause cause) => cause == FailureCause.WorkerLost ? null : base.Fence(task, cause);
    }

    /// <summary>As it was when points that were given up in part were no state that a decision knew.</summary>
    internal sealed class ThrowsOverACensoredPoint : EngineRules
    {
        public override RunAction Next(RunSnapshot snapshot) => snapshot.Run.Status == RunStatus.Cancelling && snapshot.Current.Any(current => current.Task.Status == BenchmarkTaskStatus.Censored)
            ? throw new InvalidOperationException("nothing can be done with a censored point")
            : base.Next(snapshot);
    }

    internal sealed class SharedMessageDeletedAtFirstCommit : EngineRules
    {
        public override bool DeletesAtFirstCommit => true;
    }

    internal sealed class ReturnedWithoutMessage : EngineRules
    {
        public override bool PutsWhatItReturns => false;
    }

    /// <summary>What the engine did before the search had messages of several.</summary>
    internal sealed class NothingPutWhereRefused : EngineRules
    {
        public override bool PutsWhereRefused => false;
    }

    internal sealed class ReturnedAtItsAttempt : EngineRules
    {
        public override BenchmarkTask? Return(BenchmarkTask task) => base.Return(task) is { } returned ? returned with { Attempt = task.Attempt } : null;
    }

    internal sealed class ChargedAlthoughShared : EngineRules
    {
        public override BenchmarkTask? Fence(BenchmarkTask task, FailureCause cause) => base.Fence(task with { Bundle = null }, cause);
    }

    internal sealed class WaitingUnlisted : EngineRules
    {
        public override bool ListsWhatWaits => false;
    }

    /// <summary>A message of several leads also to what is handed out alone by now.</summary>
    internal sealed class AloneTakenTogether : EngineRules
    {
        public override MessageStep ByBundledRow(BenchmarkTask? task, string nonce) => ByRow(task, nonce);
    }

    /// <summary>Decisions as if every owner were dead.</summary>
    private static class Everything
    {
        public static RunAction.Store? Repeated(RunSnapshot snapshot) =>
            Stored(snapshot, tasks => PointTransitions.Decide(tasks, _ => true, snapshot.Now)) is { After: [{ Status: BenchmarkTaskStatus.Ready }, ..] } repeated ? repeated : null;

        public static RunAction.Store? Cancelled(RunSnapshot snapshot) => Stored(snapshot, tasks => PointTransitions.Cancel(tasks, _ => true, snapshot.Now));

        private static RunAction.Store? Stored(RunSnapshot snapshot, Func<IReadOnlyList<BenchmarkTask>, IReadOnlyList<BenchmarkTask>?> decide)
        {
            BenchmarkTask[] tasks = [.. snapshot.Current.Select(current => current.Task)];
            return tasks.Length > 0 && decide(tasks) is { } decided ? new(tasks, decided) : null;
        }
    }
}
