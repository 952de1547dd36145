using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Benchmarks.Harness;

/// <summary>Requests of clients as a probe, so that the runner can drive them.</summary>
/// <param name="operations">By client.</param>
internal sealed class OperationProbe(IReadOnlyList<Func<CancellationToken, ValueTask<OperationResult>>> operations) : IProbe
{
    public bool Mutates => false;

    public int PlannedWireRequests => 1;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task PreparePointAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken) => operations[operation.Client](cancellationToken);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
