namespace AzurePerf.Benchmarks.Harness;

/// <summary>The same requests of the same number of clients, through the runner and without it.</summary>
internal interface IHarnessCell : IDisposable
{
    int Clients { get; }

    /// <summary>Through the runner.</summary>
    /// <exception cref="InvalidOperationException">An operation failed.</exception>
    /// <exception cref="OperationCanceledException">Cancelled meanwhile.</exception>
    Task<HarnessReading> ThroughRunnerAsync(CancellationToken cancellationToken);

    /// <summary>By a loop that measures nothing. It warms up as long and leaves as little garbage behind.</summary>
    Task<HarnessReading> ByLoopAsync(CancellationToken cancellationToken);
}
