using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Probes;

/// <summary>
/// What the shapes of a probe share: making what the operations need, outside the timed part. A probe object serves one task
/// and is disposed after it. It registers every resource before it creates it; removal is the engine's, by that register.
/// </summary>
public interface IProbeSetup : IAsyncDisposable
{
    /// <summary>True where an operation changes the target, so that one without an answer may have landed.</summary>
    bool Mutates { get; }

    /// <summary>
    /// Requests that one operation needs on the wire when nothing is retried, continuations not counted; more are hidden retries.
    /// </summary>
    int PlannedWireRequests { get; }

    /// <summary>True where an operation verifies what it read.</summary>
    bool VerifiesContent => !Mutates;

    /// <summary>Connections to the target that the measured clients have opened so far; null where the probe does not count them.</summary>
    long? ConnectionsOpened => null;

    /// <summary>True where the operations are meant to keep the worker's machine busy: that it is busy says nothing against the
    /// measurement.</summary>
    bool KeepsMachineBusy => false;

    /// <summary>The most types of operation that a probe may declare.</summary>
    const int MostOperationTypes = 64;

    /// <summary>
    /// The types of operation that the probe performs, such as the transactions of a mix, each with latencies, outcomes and a rate of its
    /// own; empty where all are alike. At most <see cref="MostOperationTypes"/>.
    /// </summary>
    IReadOnlyList<OperationType> OperationTypes => [];

    /// <summary>
    /// Which of the types an operation is of, from 0: always the same for the same operation, also when it failed. Asked after it has
    /// ended, in no time of it; never without types.
    /// </summary>
    int TypeOf(Operation operation) => 0;

    /// <summary>Numbers that only the probe could observe of the point, read after its last operation. One that is not finite is left out,
    /// and the point says so.</summary>
    IReadOnlyList<PointValue> Values => [];

    /// <summary>Distributions that only the probe could observe of the point, read likewise. See
    /// <see cref="DistributionRecorder"/>.</summary>
    IReadOnlyList<ObservedDistribution> Distributions => [];

    /// <summary>Latencies in nanoseconds, ascending, for which a point tells the share of operations that took no longer: the bins of a
    /// published cumulative histogram.</summary>
    IReadOnlyList<long> CumulativeBins => [];

    /// <summary>What a reader of the point should know and only the probe knows, in clauses without a full stop; read after its last
    /// operation.</summary>
    IReadOnlyList<string> Notes => [];

    /// <summary>What the storage must be seen to have done with the payload of every operation, where the probe goes past the system's
    /// caches; else null.</summary>
    DiskDirection? UncachedDirection => null;

    /// <summary>True where <see cref="RestoreAsync"/> or <see cref="FinishAsync"/> ask the target for so much that it would slow others: of
    /// several workers that measure a point, this one then waits with both until all have ended.</summary>
    bool LoadsTargetAfterwards => false;

    /// <summary>Makes what every point with the same dataset reads. Called once per dataset, in the prepare stage.</summary>
    Task PrepareDatasetAsync(CancellationToken cancellationToken);

    /// <summary>Rows of the dataset that <see cref="PrepareDatasetAsync"/> has made so far, and about how many there will be, read by
    /// another thread meanwhile; null where the probe does not count them.</summary>
    (long Made, long Planned)? RowsPrepared => null;

    /// <summary>Makes what this point alone creates into or consumes, and separate objects for its warm-up. Timed as set-up, never
    /// measured.</summary>
    Task PreparePointAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Puts right what other points use too, when all clients of this execution have ended: puts back what measured operations took, and
    /// takes out what they added. In no rate and no latency. Called once, also of an execution that was stopped.
    /// </summary>
    /// <param name="late">Cancelled a while after the execution was told to stop, so that a stopped one has time for this too.</param>
    /// <returns>What failed of it, each counted with its client.</returns>
    Task<IReadOnlyList<FollowUpFailure>> RestoreAsync(CancellationToken late) => Task.FromResult<IReadOnlyList<FollowUpFailure>>([]);

    /// <summary>
    /// What else must follow the measured operations but can wait until all clients of this execution have ended, so that it takes nothing
    /// from what is measured, such as looking at results. Called once, after <see cref="RestoreAsync"/>, also of an execution that was
    /// stopped. In no rate and no latency.
    /// </summary>
    /// <returns>What failed of it, each counted with its client.</returns>
    /// <exception cref="CorruptDataException">A result is wrong, so that none of the point can be believed: the execution
    /// fails.</exception>
    Task<IReadOnlyList<FollowUpFailure>> FinishAsync(CancellationToken cancellationToken) =>
        Task.FromResult<IReadOnlyList<FollowUpFailure>>([]);

    /// <summary>
    /// Takes out what this point added to a dataset that other points read too. Called once per point, when all its clients have ended;
    /// never measured. What a point has in resources of its own goes with them.
    /// </summary>
    Task RemovePointAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}

/// <summary>What had to follow a successful operation, and failed.</summary>
/// <param name="Client">Whose operation it was.</param>
/// <param name="Cause">Why it failed.</param>
public sealed record FollowUpFailure(int Client, Exception Cause);
