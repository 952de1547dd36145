using AzurePerf.Core.Api;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>Something to know before a run's results are believed.</summary>
/// <param name="Short">In a few words, for one line with all others.</param>
/// <param name="Text">In sentences.</param>
public sealed record RunCaution(string Short, string Text)
{
    /// <summary><see cref="Short"/> of a run whose target was an emulator.</summary>
    public const string OnEmulator = "emulator, not a cloud";

    /// <summary><see cref="Short"/> of a run with too few repetitions for any comparison.</summary>
    public const string TooFewRepetitions = "too few repetitions to compare";

    /// <summary>All of a run: where it was measured first, then what was measured.</summary>
    /// <param name="run">The run.</param>
    /// <param name="results">What it measured; null where it measures no points.</param>
    /// <param name="sections">What is said of that, with its warnings.</param>
    public static IReadOnlyList<RunCaution> Of(RunResponse run, LevelResults? results, IReadOnlyList<ReportSection> sections)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(sections);
        RunCaution?[] cautions =
        [
            run.Emulator
                ? new(OnEmulator,
                    "The target is an emulator on the worker's own machine: this shows the mechanics, not a cloud.")
                : null,
            run.HasInjectedFaults
                ? new("faults injected",
                    "Workers that inject faults executed tasks of it (Worker:Faults): its failures say nothing of the cloud.")
                : null,
            run.Sample
                ? new("sample data",
                    "This run was measured elsewhere. Its files with histograms and samples stayed there. The home page removes it.")
                : null,
            results is { Levels.Count: > 0 } && ComparisonText.OfRun(run.Spec.Repetitions) is not null
                ? new(TooFewRepetitions, $"This run {ComparisonText.TooFewRepetitions}.")
                : null,
            .. sections.SelectMany(section => section.Warnings)
                .Select(warning => new RunCaution(Lower(warning.Word), $"{warning.Word}: {warning.Text}.")),
            .. results is null ? [] : OfFlags(results),
            .. results is not null && SegmentText.Of(results.Levels.SelectMany(level => level.Repetitions)) is { Count: > 0 } segments
                ? [new RunCaution("more than one build", $"More than one build measured this run: {string.Join("; ", segments)}.")]
                : Array.Empty<RunCaution>(),
        ];
        return [.. cautions.OfType<RunCaution>()];
    }

    private static IEnumerable<RunCaution> OfFlags(LevelResults results) =>
        from flag in Enum.GetValues<PointFlag>()
        where flag is not (PointFlag.SampleTooSmall or PointFlag.OperationsFailed or PointFlag.FaultsInjected)
        let with = results.Levels.Count(level => level.Flags.Contains(flag))
        where with > 0
        let words = QualityText.Of(flag)
        let place = results.Levels.Count == 1 ? ""
            : with == results.Levels.Count ? " at all configurations"
            : $" at {NumberFormat.Count(with)} of {NumberFormat.Count(results.Levels.Count)} configurations"
        select new RunCaution(
            words + place, $"{Sentence.Start(words + place)}. The points under Diagnostics say more ({CamelCase.Of(flag)}).");

    private static string Lower(string word) => word.Length == 0 ? word : char.ToLowerInvariant(word[0]) + word[1..];
}
