using System.Text.Json.Serialization;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;

namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/baselines</c>, by target and experiment.</summary>
/// <param name="Baselines">One for each experiment and target that has one.</param>
public sealed record BaselineListResponse(IReadOnlyList<BaselineResponse> Baselines)
{
    /// <summary>What is wrong with rows that cannot be read; empty when nothing is.</summary>
    public IReadOnlyList<string> Unreadable { get; init; } = [];
}

/// <summary>The run that others of its experiment and target are compared with.</summary>
/// <param name="Target">Name of the measured account.</param>
/// <param name="Experiment">Catalogue id.</param>
/// <param name="RunId">The run.</param>
/// <param name="MarkedBy">Who chose it.</param>
/// <param name="MarkedAt">When.</param>
public sealed record BaselineResponse(string Target, string Experiment, string RunId, string MarkedBy, DateTimeOffset MarkedAt)
{
    /// <summary>Runs that are kept with a baseline.</summary>
    public const int MostRecent = 20;

    /// <summary>True when it is part of the sample data: only sample runs are compared with it.</summary>
    public bool Sample { get; init; }

    /// <summary>How the newest completed runs that asked for the same stand to it, oldest first.</summary>
    public IReadOnlyList<BaselineStanding> Recent { get; init; } = [];

    /// <summary>The newest run that was compared with it; null for none.</summary>
    [JsonIgnore]
    public BaselineStanding? Latest => Recent.LastOrDefault(standing => standing.RunId != RunId);

    /// <summary>With these in place of what was known of the same runs, and the newest <see cref="MostRecent"/> of all.</summary>
    public BaselineResponse With(IEnumerable<BaselineStanding> standings) => this with
    {
        Recent = [.. standings.Concat(Recent).DistinctBy(standing => standing.RunId)
            .OrderBy(standing => standing.At).ThenBy(standing => standing.RunId, StringComparer.Ordinal).TakeLast(MostRecent)],
    };
}

/// <summary>How a run stands to the baseline of its experiment and target.</summary>
/// <param name="RunId">The run.</param>
/// <param name="At">The time it stands for, as in a trend.</param>
public sealed record BaselineStanding(string RunId, DateTimeOffset At)
{
    private const int MostCharacters = 400;

    /// <summary>The user's words for it; may be empty.</summary>
    public string Name { get; init; } = "";

    /// <summary>The best that it measured.</summary>
    public RunHeadline? Headline { get; init; }

    /// <summary>What the comparison says first; null for the baseline itself.</summary>
    public ComparisonVerdict? Verdict { get; init; }

    /// <summary>Of the configuration that the answer is about, run over baseline; null where it cannot be compared.</summary>
    public double? Ratio { get; init; }

    /// <summary>Low end of the 95 % interval of the ratio.</summary>
    public double? RatioLow { get; init; }

    /// <summary>High end of the 95 % interval of the ratio.</summary>
    public double? RatioHigh { get; init; }

    /// <summary>The same as a sentence: "Slower at 4 clients: -25 % (95 % CI -39 to -12 %)".</summary>
    public string Answer { get; init; } = "";

    /// <summary>Where the change is that the answer is about: "at 1 client"; empty where there is only one place. The best result may be of
    /// another configuration.</summary>
    [JsonIgnore]
    public string Place => Verdict is ComparisonVerdict.Regressed or ComparisonVerdict.Improved or ComparisonVerdict.Undecided
        && Answer.Split(": ")[0] is var said && said.LastIndexOf(" at ", StringComparison.Ordinal) is var at and > 0
            ? said[(at + 1)..]
            : "";

    /// <summary>How sure the answer is.</summary>
    public Confidence? Confidence { get; init; }

    /// <summary>What to do now, as a sentence.</summary>
    public string Next { get; init; } = "";

    /// <summary>
    /// Of a completed run and its baseline; null when it asked for something else, is a part of a measurement in turns, or measured no
    /// configuration of the baseline: a row of such runs would show what was asked, not how the target is.
    /// </summary>
    /// <param name="run">The header of the run.</param>
    /// <param name="measured">What it measured.</param>
    /// <param name="baseline">The header of the baseline, and what it measured.</param>
    public static BaselineStanding? Of(RunState run, MeasuredRun measured, (RunState Run, MeasuredRun Measured) baseline)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(measured);
        var standing = new BaselineStanding(run.RunId, TrendRun.TimeOf(run)) { Name = run.Spec.Name, Headline = run.Headline };
        if (run.RunId == baseline.Run.RunId)
        {
            return standing;
        }

        if (RunTurns.IsPart(run.Spec) || !RunTurns.AskForTheSame(baseline.Run.Spec, run.Spec)
            || RunComparison.WithBaseline((run, measured), baseline) is not { Answer: { } answer } comparison)
        {
            return null;
        }

        var leading = ComparisonAnswer.Leading(comparison.Points);
        return standing with
        {
            Verdict = answer.Verdict,
            Ratio = leading.Ratio,
            RatioLow = leading.RatioLow,
            RatioHigh = leading.RatioHigh,
            Answer = answer.Sentence.Length > MostCharacters ? answer.Sentence[..(MostCharacters - 3)] + "..." : answer.Sentence,
            Confidence = answer.Confidence,
            Next = answer.Next,
        };
    }
}
