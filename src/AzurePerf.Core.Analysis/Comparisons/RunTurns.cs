using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Comparisons;

/// <summary>
/// Two runs measured once more in turns. Runs have the measuring hosts to themselves, so each is cut into parts of fewer repetitions, and
/// the parts take turns: A B B A A B B A. What changes slowly around them falls on both sides alike.
/// </summary>
public static partial class RunTurns
{
    /// <summary>Parts of either run.</summary>
    public const int Parts = 4;

    /// <summary>The tag by which all parts are found together.</summary>
    public const string Tag = "turns";

    /// <summary>Whose turn it is, from first to last: true for the second run.</summary>
    public static IReadOnlyList<bool> Order { get; } =
        [.. Enumerable.Range(0, Parts).SelectMany(turn => turn % 2 == 0 ? new[] { false, true } : [true, false])];

    /// <summary>Repetitions of each part: together at least as many as the run had, and as a sure verdict needs.</summary>
    /// <param name="asked">Of the whole run.</param>
    public static int RepetitionsOf(int asked) =>
        (Math.Max(asked, ComparisonConfidence.FewestRepetitions) + Parts - 1) / Parts;

    /// <summary>Why two runs cannot take turns, as a clause; null when they can.</summary>
    public static string? Obstacle(RunSpec baseline, RunSpec candidate)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(candidate);
        return baseline.Experiment != candidate.Experiment ? "they measure different experiments"
            : baseline.RepeatEverySeconds > 0 || candidate.RepeatEverySeconds > 0
                ? "a run that repeats its points at a fixed interval is one series and cannot be cut into parts"
            : AskForTheSame(baseline, candidate) ? "both ask for the same, so each would measure the target as it is today"
            : HasNoRoom(baseline) || HasNoRoom(candidate)
                ? $"a run has at most {SpecLimits.Tags} tags, and its parts need one more, '{Tag}': clone it with fewer"
            : null;
    }

    /// <summary>True when a run is one part of such a measurement: alone it has too few repetitions to say anything.</summary>
    public static bool IsPart(RunSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return spec.Tags.ContainsKey(Tag);
    }

    /// <summary>What a part asks for, as a run by itself: under the name of the whole, and without the tag of all parts. Any other run is
    /// left as it is.</summary>
    public static RunSpec Alone(RunSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return !IsPart(spec) ? spec : spec with
        {
            Name = NameOf(spec.Name),
            Tags = new(spec.Tags.Where(tag => tag.Key != Tag).ToDictionary(), StringComparer.Ordinal),
        };
    }

    /// <summary>The name of a whole run by that of its part.</summary>
    public static string NameOf(string part) => Ending().Replace(part, "");

    /// <summary>True when both asked for the same measurement of the same target: to measure both once more is then to measure one thing
    /// twice. How often, in which order and under which name they measured does not matter.</summary>
    public static bool AskForTheSame(RunSpec baseline, RunSpec candidate)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(candidate);
        return (baseline.Experiment, baseline.Target, baseline.Workers) == (candidate.Experiment, candidate.Target, candidate.Workers)
            && JsonNode.DeepEquals(baseline.Parameters, candidate.Parameters);
    }

    private static bool HasNoRoom(RunSpec spec) => spec.Tags.Count >= SpecLimits.Tags && !IsPart(spec);

    /// <summary>The parts of one side as one run: its points in the order in which they were measured, their repetitions counted
    /// on.</summary>
    /// <param name="parts">What each asked for and measured, in order; at least one, all with the same settings.</param>
    public static (RunSpec Spec, IReadOnlyList<PointRecord> Points) Pool(
        IReadOnlyList<(RunSpec Spec, IReadOnlyList<PointRecord> Points)> parts)
    {
        ArgumentNullException.ThrowIfNull(parts);
        var (points, repetitions) = (new List<PointRecord>(), 0);
        foreach (var (spec, measured) in parts)
        {
            var before = repetitions;
            points.AddRange(measured.Select(point => point with { Repetition = point.Repetition + before }));
            repetitions += spec.Repetitions;
        }

        return (parts[0].Spec with { Repetitions = repetitions }, [.. points.Select((point, index) => point with { Number = index + 1 })]);
    }

    [GeneratedRegex(@", part [0-9]+ of [0-9]+\z", RegexOptions.CultureInvariant)]
    private static partial Regex Ending();
}
