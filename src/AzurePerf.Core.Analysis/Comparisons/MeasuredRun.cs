using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Comparisons;

/// <summary>A run with what it published.</summary>
/// <param name="Experiment">Its experiment; null where the points tell the values of their metrics.</param>
/// <param name="Spec">What was asked for.</param>
/// <param name="Points">Every point.</param>
public sealed record MeasuredRun(ExperimentDefinition? Experiment, RunSpec Spec, IReadOnlyList<PointRecord> Points)
{
    /// <summary>The label that names the region of a run: no service tells a worker where it stands.</summary>
    public const string RegionTag = "region";

    /// <summary>Its combinations with the metric of each repetition, in the order in which the spec lists them.</summary>
    /// <param name="metric">One of the experiment.</param>
    public IReadOnlyList<ComparedPoint> Compared(Metric metric) => Compared(Results(), metric);

    /// <summary>Its points by configuration.</summary>
    public LevelResults Results() => LevelResults.Of(Experiment, Spec, Points);

    /// <summary>The same of results that are there already.</summary>
    internal static IReadOnlyList<ComparedPoint> Compared(LevelResults results, Metric metric)
    {
        var points = RunPoints.Of(results, metric, SettingOf(results.Experiment, results.Spec));
        var drifts = RepetitionDrift.Of([.. points.Select(point => point.Values)]);
        return [.. points.Zip(drifts, (point, drift) => point with { Drift = drift })];
    }

    // Client library, build and machine come from the points.
    private static MeasurementSetting SettingOf(ExperimentDefinition? experiment, RunSpec spec) =>
        new("", "", "", spec.Tags.GetValueOrDefault(RegionTag, ""), spec.Scale) { Parameters = FixedParameters(experiment, spec) };

    private static string FixedParameters(ExperimentDefinition? experiment, RunSpec spec)
    {
        var values = spec.Parameters.Where(parameter => parameter.Value is not JsonArray)
            .Concat(NotKnownThen(experiment, spec))
            .OrderBy(parameter => parameter.Key, StringComparer.Ordinal)
            .Select(parameter => KeyValuePair.Create(parameter.Key, parameter.Value?.DeepClone()))
            .Append(KeyValuePair.Create<string, JsonNode?>("workers", spec.Workers));
        return new JsonObject(values).ToJsonString();
    }

    /// <summary>Parameters that the build which took the spec did not have: it measured as their defaults say.</summary>
    private static IEnumerable<KeyValuePair<string, JsonNode?>> NotKnownThen(ExperimentDefinition? experiment, RunSpec spec) =>
        (experiment?.Parameters ?? [])
        .Where(parameter => !parameter.Factor && !spec.Parameters.ContainsKey(parameter.Name))
        .Select(parameter => KeyValuePair.Create<string, JsonNode?>(parameter.Name, parameter.Default));
}
