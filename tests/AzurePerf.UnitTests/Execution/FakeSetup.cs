using AzurePerf.Core.Probes;

namespace AzurePerf.UnitTests.Execution;

/// <summary>What the fake probes of all shapes share.</summary>
internal abstract class FakeSetup : IProbeSetup
{
    public bool Mutates { get; init; }

    public int PlannedWireRequests { get; init; } = 1;

    public bool LoadsTargetAfterwards { get; init; }

    public Func<CancellationToken, Task> Prepare { get; init; } = _ => Task.CompletedTask;

    public Func<CancellationToken, Task<IReadOnlyList<FollowUpFailure>>> Restore { get; init; } = _ => Task.FromResult<IReadOnlyList<FollowUpFailure>>([]);

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => throw new InvalidOperationException("the prepare stage calls this, never the runner");

    public Task PreparePointAsync(CancellationToken cancellationToken) => Prepare(cancellationToken);

    public Task<IReadOnlyList<FollowUpFailure>> RestoreAsync(CancellationToken late) => Restore(late);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
