using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Rules;

namespace AzurePerf.Simulation;

/// <summary>What came of one seed.</summary>
/// <param name="Seed">The seed.</param>
/// <param name="World">How large what was simulated is.</param>
/// <param name="Broken">The rule that was broken; null when all held.</param>
/// <param name="Faults">Faults that struck.</param>
/// <param name="Tasks">Tasks that users asked for.</param>
/// <param name="Executions">Executions that began.</param>
/// <param name="Elapsed">Virtual time.</param>
/// <param name="Steps">Continuations and occurrences.</param>
/// <param name="Digest">Equal for two simulations that did the same.</param>
/// <param name="Matrix">Arrows and the faults that struck them.</param>
/// <param name="LastEvents">What happened last.</param>
internal sealed record SimulationOutcome(
    int Seed,
    World World,
    Violation? Broken,
    int Faults,
    int Tasks,
    int Executions,
    TimeSpan Elapsed,
    long Steps,
    ulong Digest,
    ArrowMatrix Matrix,
    IReadOnlyList<string> LastEvents)
{
    /// <summary>What a person needs to find out why.</summary>
    public string Report() =>
        $"""
        seed {Seed}: {Broken}
        replay: dotnet run --project tests/AzurePerf.Simulation -- {(World == World.Small ? "" : $"--{World.ToString().ToLowerInvariant()} ")}--seed {Seed}
        the last events:
        {string.Join("\n", LastEvents)}
        """;
}
