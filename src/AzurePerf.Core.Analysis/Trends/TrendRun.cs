using System.Globalization;
using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Trends;

/// <summary>One run that has ended, as a value in a trend: kept beside the runs of the same experiment and target, so that a trend is
/// read without the runs themselves.</summary>
public sealed record TrendRun
{
    public required string RunId { get; init; }

    /// <summary>Catalogue id.</summary>
    public required string Experiment { get; init; }

    /// <summary>What was measured.</summary>
    public required string Target { get; init; }

    /// <summary>How it ended.</summary>
    public required RunStatus Status { get; init; }

    /// <summary>The time it stands for, see <see cref="TimeOf"/>.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>The user's words for it.</summary>
    public string Name { get; init; } = "";

    /// <summary>paper, reduced, quick or custom.</summary>
    public required string Scale { get; init; }

    /// <summary>See <see cref="Runs.PlanHash"/>; empty for a run that was never planned.</summary>
    public string PlanHash { get; init; } = "";

    /// <summary>Names what was asked but for the seed, the order that follows from it, and names: see <see cref="SettingsOf"/>.</summary>
    public required string Settings { get; init; }

    /// <summary>The schedule that started it; empty when it was submitted.</summary>
    public string ScheduleId { get; init; } = "";

    /// <summary>The build that measured it; empty before its first point.</summary>
    public string Build { get; init; } = "";

    /// <summary>The kinds of machine that measured it.</summary>
    public string Size { get; init; } = "";

    /// <summary>True when the target is an emulator.</summary>
    public bool Emulator { get; init; }

    /// <summary>True when it is part of the sample data.</summary>
    public bool Sample { get; init; }

    /// <summary>What it measured; null when nothing that counts, and for a run that did not complete: a part of a run is no value beside
    /// whole ones.</summary>
    public RunMedians? Figures { get; init; }

    /// <summary>Of a run that has ended.</summary>
    /// <param name="experiment">Its experiment; null where nobody knows it.</param>
    /// <param name="run">Its header, as it will be stored.</param>
    /// <param name="points">All its points.</param>
    public static TrendRun Of(ExperimentDefinition? experiment, RunState run, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(points);
        return new()
        {
            RunId = run.RunId,
            Experiment = run.Spec.Experiment,
            Target = run.Spec.Target,
            Status = run.Status,
            At = TimeOf(run),
            Name = run.Spec.Name,
            Scale = run.Spec.Scale,
            PlanHash = run.PlanHash,
            Settings = SettingsOf(run.Spec),
            ScheduleId = run.Schedule?.ScheduleId ?? "",
            Build = run.Build,
            Size = string.Join(
                ", ", points.Select(point => point.Sku).Where(sku => sku.Length > 0).Distinct().Order(StringComparer.Ordinal)),
            Emulator = run.Emulator,
            Sample = run.Sample,
            Figures = run.Status.IsCompleted() && RunMedians.Of(experiment, run.Spec, points) is { Combinations.Count: > 0 } figures
                ? figures
                : null,
        };
    }

    /// <summary>The nominal time of a firing, else when it began, else when it was submitted.</summary>
    public static DateTimeOffset TimeOf(RunState run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return run.Schedule?.NominalAt ?? run.StartedAt ?? run.SubmittedAt;
    }

    /// <summary>Runs with the same text asked for the same points on the same target, whatever their seeds.</summary>
    public static string SettingsOf(RunSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        var parameters = new JsonObject(
            spec.Parameters.OrderBy(value => value.Key, StringComparer.Ordinal)
                .Select(value => KeyValuePair.Create(value.Key, value.Value?.DeepClone())));
        var text = new StringBuilder()
            .Append(CultureInfo.InvariantCulture,
                $"{spec.Experiment} {spec.Target} {spec.Workers} {spec.Repetitions} {spec.RepeatEverySeconds} ")
            .Append(parameters.ToJsonString())
            .AppendJoin(',', spec.Only);
        return IdText.Hash(text.ToString());
    }
}
