using AzurePerf.Core.Runs;
using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Executions;

/// <summary>One execution of a task, as it really was.</summary>
internal sealed class Execution
{
    public required SimulatedProcess Process { get; init; }

    /// <summary>Partition and row of its task.</summary>
    public required string Task { get; init; }

    public required int Attempt { get; init; }

    public required string Nonce { get; init; }

    public required StageKind Kind { get; init; }

    /// <summary>Whether it measures: then nothing else may run on its host or measure its target.</summary>
    public bool Measures => Kind == StageKind.Measure;

    public required string HostId { get; init; }

    public required string Target { get; init; }

    public required TimeSpan BeganAt { get; init; }

    public TimeSpan? EndedAt { get; set; }

    public override string ToString() => $"{Task} attempt {Attempt} by {Process}";
}
