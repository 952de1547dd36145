namespace AzurePerf.Core.Measurements;

/// <summary>One phase of a point's operations.</summary>
/// <param name="Name">As the probe calls it.</param>
/// <param name="MeanSeconds">Of a successful operation.</param>
/// <param name="Share">Of the time of all phases, from 0 to 1.</param>
public sealed record PhaseSummary(string Name, double MeanSeconds, double Share)
{
    /// <summary>Null where operations have no phases, or none succeeded.</summary>
    internal static IReadOnlyList<PhaseSummary>? Of(IReadOnlyList<string> names, IReadOnlyList<ClientMeasurement> clients)
    {
        var completed = clients.Sum(client => client.Completed);
        if (names.Count == 0 || completed == 0)
        {
            return null;
        }

        long[] totals = [.. names.Select((_, phase) => clients.Sum(client => client.PhaseNanoseconds?[phase] ?? 0))];
        var all = (double)totals.Sum();
        return [.. names.Select((name, phase) =>
            new PhaseSummary(name, (double)totals[phase] / completed / 1e9, all > 0 ? totals[phase] / all : 0))];
    }
}
