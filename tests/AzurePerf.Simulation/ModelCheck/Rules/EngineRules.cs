using AzurePerf.Core.Gangs;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Simulation.ModelCheck.Rules;

/// <summary>
/// The engine's own decisions, as the hosts call them, and the order in which the hosts write what was decided. Every member is the real thing here; a mutation overrides one, so that
/// a test can prove that the search would notice.
/// </summary>
internal class EngineRules
{
    private readonly RunDecisions _decisions = new(new EngineTimes(TimeSpan.FromSeconds(20)));

    /// <summary>Whether a TaskManager reads the workers before the rows.</summary>
    public virtual bool ReadsWorkersFirst => false;

    /// <summary>Whether the cursor moves before the messages behind it are put.</summary>
    public virtual bool MovesCursorFirst => false;

    /// <summary>Whether the row of a stage says how many tasks it has before their orders are stored.</summary>
    public virtual bool StoresPlanFirst => false;

    /// <summary>Whether the plan of a stage is stored only under the ETag of its row.</summary>
    public virtual bool PlansIfMatch => true;

    /// <summary>Whether a run's keys are given back only after its header is terminal.</summary>
    public virtual bool ReleasesKeysLast => false;

    /// <summary>Whether a result is written only under the ETag of its claim.</summary>
    public virtual bool CommitsIfMatch => true;

    /// <summary>Whether a claim is written only under the ETag of the Ready row.</summary>
    public virtual bool ClaimsIfMatch => true;

    /// <summary>Whether all slots of a process claim with the same nonce.</summary>
    public virtual bool SharesNonce => false;

    /// <summary>Whether the message is deleted with the claim.</summary>
    public virtual bool DeletesAtClaim => false;

    /// <summary>Whether a start is told before it is stored.</summary>
    public virtual bool TellsGoFirst => false;

    /// <summary>Whether a message of several is deleted when the first of them is stored.</summary>
    public virtual bool DeletesAtFirstCommit => false;

    /// <summary>Whether a task that a worker gives back gets a message of its own.</summary>
    public virtual bool PutsWhatItReturns => true;

    /// <summary>Whether a worker that cannot make the message of several that of one, because somebody else has it, puts one.</summary>
    public virtual bool PutsWhereRefused => true;

    /// <summary>Whether heartbeats list tasks that wait behind others.</summary>
    public virtual bool ListsWhatWaits => true;

    public virtual RunAction Next(RunSnapshot snapshot) => _decisions.Next(snapshot);

    public virtual BenchmarkTask? Claim(BenchmarkTask task, string workerId, string nonce) => TaskTransitions.Claim(task, workerId, nonce, Instants.Worker);

    public virtual BenchmarkTask? Complete(BenchmarkTask task, string nonce) => TaskTransitions.Complete(task, nonce, "result", Instants.Worker);

    public virtual BenchmarkTask? GiveUp(BenchmarkTask task, string nonce, FailureCause cause) =>
        TaskTransitions.GiveUp(task, nonce, cause, "it failed", "", Instants.Worker);

    public virtual BenchmarkTask? Fence(BenchmarkTask task, FailureCause cause) => TaskTransitions.Fence(task, cause, "it is taken back", Instants.Manager);

    public virtual BenchmarkTask? Cancel(BenchmarkTask task) => TaskTransitions.Cancel(task, Instants.Manager);

    public virtual BenchmarkTask? Remind(BenchmarkTask task) => TaskTransitions.Remind(task, Instants.Manager);

    public virtual BenchmarkTask? Return(BenchmarkTask task) => TaskTransitions.Return(task, Instants.Worker);

    public virtual MessageStep ByBundledRow(BenchmarkTask? task, string nonce) => MessageDecisions.ByBundledRow(task, nonce);

    public virtual MessageStep ByRun(RunState? run, StageKind stage) => MessageDecisions.ByRun(run, stage, "build");

    public virtual MessageStep ByRow(BenchmarkTask? task, string nonce) => MessageDecisions.ByRow(task, nonce);

    public virtual MessageStep AfterEnd(BenchmarkTask stored) => MessageDecisions.AfterEnd(stored);

    public virtual MessageStep AfterDecision(BenchmarkTask? task, int attempt) => MessageDecisions.AfterDecision(task, attempt);

    public virtual BarrierDecision AtBarrier(GangState gang, BarrierArrival asking, IReadOnlyCollection<BarrierPresence> present) =>
        BarrierDecisions.Decide(gang, asking, present, Instants.BarrierClock, 0);
}
