using System.Text;

namespace AzurePerf.Simulation.ModelCheck.Search;

/// <summary>What a search found.</summary>
/// <param name="Scope">Where.</param>
/// <param name="States">Different worlds that were met; numbering of workers and TaskManagers aside.</param>
/// <param name="Steps">Ways from one to another that were tried.</param>
/// <param name="IsComplete">Whether there was nothing left to search.</param>
/// <param name="Broken">The promise that was broken; null for none.</param>
/// <param name="Trace">The shortest way to where it was broken; empty for none.</param>
/// <param name="Arrows">Everything that happened on any way.</param>
/// <param name="Seconds">How long it took.</param>
internal sealed record SearchOutcome(Scope Scope, int States, long Steps, bool IsComplete, string? Broken, IReadOnlyList<string> Trace, IReadOnlySet<string> Arrows, double Seconds)
{
    public override string ToString()
    {
        var text = new StringBuilder();
        text.Append(System.Globalization.CultureInfo.InvariantCulture, $"{Scope}: {States:N0} states, {Steps:N0} steps, {Seconds:0.0} s, ");
        text.Append(Broken is not null ? "1 violation: " + Broken : IsComplete ? "0 violations" : "0 violations so far, not searched to the end");
        for (var at = 0; at < Trace.Count; at++)
        {
            text.AppendLine().Append(System.Globalization.CultureInfo.InvariantCulture, $"{at + 1,4}. {Trace[at]}");
        }

        return text.ToString();
    }
}
