using System.Text.Json.Nodes;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>The outcome of one comparison, as it is printed.</summary>
/// <param name="Entry">What was compared.</param>
/// <param name="Tool">The outside tool with its version; null when ours stands alone or could not be measured.</param>
/// <param name="Setup">What each side did, and the seed of the order.</param>
/// <param name="Figures">Null when a tool was missing.</param>
/// <param name="Holds">Whether the goal holds; null when that is undecided or nothing was measured.</param>
/// <param name="Flags">What may have distorted the measurement, or kept it from happening.</param>
/// <param name="Extra">The entry's own fields.</param>
internal sealed record VersusResult(
    IVersusEntry Entry,
    string? Tool,
    string Setup,
    VersusFigures? Figures,
    bool? Holds,
    IReadOnlyList<string> Flags,
    JsonObject Extra)
{
    /// <summary>Nothing was measured, because these tools are not installed.</summary>
    public static VersusResult ToolsMissing(IVersusEntry entry, IEnumerable<OutsideTool> missing) => new(
        entry,
        Tool: null,
        entry.Setup,
        Figures: null,
        Holds: null,
        [.. missing.Select(tool => $"{tool.Name} is missing: {tool.Installation}")],
        Extra: []);

    /// <summary>The judgement of what a session measured.</summary>
    public static VersusResult Measured(IVersusEntry entry, IVersusSession session, VersusFigures figures, int seed) => new(
        entry,
        session.Tool,
        session.Theirs is null ? entry.Setup : $"{entry.Setup}; order seed {seed}",
        figures,
        session.IsDecided(figures) ? session.MeetsGoal(figures) : null,
        session.IsDecided(figures) ? session.Flags : [.. session.Flags, UndecidedFlag(figures)],
        session.ExtraFields());

    private static string UndecidedFlag(VersusFigures figures)
        => FormattableString.Invariant($"undecided: {VersusFigures.TooWide} after {figures.Pairs} pairs");
}
