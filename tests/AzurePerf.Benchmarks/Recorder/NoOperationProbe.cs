using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Benchmarks.Recorder;

/// <summary>A probe that does nothing, so that what remains is the cost of measuring it.</summary>
internal sealed class NoOperationProbe : IProbe
{
    public static NoOperationProbe Instance { get; } = new();

    public bool Mutates => false;

    public int PlannedWireRequests => 0;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task PreparePointAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken) => ValueTask.FromResult(default(OperationResult));

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
