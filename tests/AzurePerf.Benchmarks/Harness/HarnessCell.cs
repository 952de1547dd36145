using AzurePerf.Core.Experiments;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Targets;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Worker.Execution;

namespace AzurePerf.Benchmarks.Harness;

/// <summary>One request at one number of clients, performed through the runner or by a loop around it, over the same client objects and so the same connections.</summary>
internal sealed class HarnessCell : IHarnessCell
{
    private const int WarmUpPerClient = 50;
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly StorageTarget _target;
    private readonly Func<CancellationToken, ValueTask<OperationResult>>[] _operations;
    private readonly ProbeRunner _runner = new(new StorageOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null));
    private readonly long _perClient;

    /// <param name="address">The account.</param>
    /// <param name="operation">The request.</param>
    /// <param name="clients">Simulated clients.</param>
    /// <param name="requests">Requests of all clients together, each time.</param>
    public HarnessCell(StorageAccountAddress address, ClientOperation operation, int clients, int requests)
    {
        Clients = clients;
        _target = StorageTarget.Open(address, clients, lanesPerClient: 1, Timeout);
        _operations = [.. Enumerable.Range(0, clients).Select(client => operation.For(_target, client))];
        _perClient = requests / clients;
    }

    public int Clients { get; }

    public async Task<HarnessReading> ThroughRunnerAsync(CancellationToken cancellationToken)
    {
        var load = new Load
        {
            Clients = Clients,
            OperationsPerClient = _perClient,
            WarmUpOperations = WarmUpPerClient,
            OperationTimeoutSeconds = Timeout.TotalSeconds,
        };
        await using var probe = new OperationProbe(_operations);
        var measurement = await _runner.RunAsync(probe, load, new(), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        if (measurement.Summary.Operations != _perClient * Clients || measurement.Summary.Outcomes.Keys.Any(outcome => outcome != OperationOutcome.Ok))
        {
            throw new InvalidOperationException("operations failed: " + string.Join(", ", measurement.Summary.FailureMessages.Values));
        }

        var environment = measurement.Details.Environment;
        return new(measurement.Summary.Operations, environment.WindowSeconds, environment.ProcessorSeconds);
    }

    public async Task<HarnessReading> ByLoopAsync(CancellationToken cancellationToken)
    {
        await LoopAsync(WarmUpPerClient, cancellationToken);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var processor = Environment.CpuUsage.TotalTime;
        var start = TimeProvider.System.GetTimestamp();
        await LoopAsync(_perClient, cancellationToken);
        return new(_perClient * Clients, TimeProvider.System.GetElapsedTime(start).TotalSeconds, (Environment.CpuUsage.TotalTime - processor).TotalSeconds);
    }

    public void Dispose() => _target.Dispose();

    private Task LoopAsync(long perClient, CancellationToken cancellationToken) => Task.WhenAll(_operations.Select(operation => Task.Run(
        async () =>
        {
            for (var done = 0L; done < perClient; done++)
            {
                await operation(cancellationToken);
            }
        },
        cancellationToken)));

    private sealed record Load : MeasurementOptions;
}
